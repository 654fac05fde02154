import { countOf, idStartsWith, type Page, pageOf, startsWith } from "./list-queries"
import { PAYMENT_TABLE } from "./payment-reads"
import type { Knex, PaymentRow } from "./rows"
import { Store } from "./store"

/**
 * What to search for: the beginning of an id or an address, or orders and collections that Medusa's own search found.
 */
export type PaymentSearch = { prefix?: string; orderIds?: string[]; collectionIds?: string[] }

export type PaymentSelection = {
  status?: string[]
  asset?: string[]
  connection_id?: string[]
  order_id?: string[]
  test_mode?: boolean
  created_at?: { $gt?: Date; $gte?: Date; $lt?: Date; $lte?: Date }
  search?: PaymentSearch
}

/** A row with its `created_at` as text, because a Date would lose the microseconds. */
export type PlacedPayment = PaymentRow & { placed_at: string }

const OPERATORS = { $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" } as const
const COLUMNS = ["status", "asset", "connection_id", "order_id"] as const

type Query = ReturnType<Knex>

/** Lists of payments for admins. Each filter has an index in the list's order. */
export class PaymentLists extends Store<PaymentRow> {
  protected readonly table = PAYMENT_TABLE

  #selected(selection: PaymentSelection) {
    return this.rows().modify((query: Query) => {
      for (const column of COLUMNS) {
        const wanted = selection[column]
        if (wanted) query.whereIn(column, wanted)
      }
      if (selection.test_mode !== undefined) query.where({ test_mode: selection.test_mode })
      for (const [name, operator] of Object.entries(OPERATORS)) {
        const moment = selection.created_at?.[name as keyof typeof OPERATORS]
        if (moment) query.where("created_at", operator, moment)
      }
      const { search } = selection
      if (search) query.where((any: Query) => matches(any, search))
    })
  }

  async page(selection: PaymentSelection, page: Page): Promise<PaymentRow[]> {
    return pageOf(this.#selected(selection), page)
  }

  async count(selection: PaymentSelection): Promise<number> {
    return countOf(this.#selected(selection))
  }

  /** The next rows after `last`, newest first: rows that are inserted or deleted in between do not shift it. */
  async after(selection: PaymentSelection, last: PlacedPayment | null, limit: number): Promise<PlacedPayment[]> {
    return this.#selected(selection)
      .modify(
        (query: Query) => last && query.whereRaw("(created_at, id) < (?::timestamptz, ?)", [last.placed_at, last.id]),
      )
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(limit)
      .select("*", this.knex.raw("created_at::text AS placed_at"))
  }

  async byIds(ids: readonly string[]): Promise<PaymentRow[]> {
    return ids.length === 0 ? [] : this.rows().whereIn("id", ids)
  }
}

/** One OR over indexed columns, so PostgreSQL reads only matching rows. Addresses match in either case. */
export function matches(query: Query, { prefix, orderIds = [], collectionIds = [] }: PaymentSearch): void {
  query.whereRaw("false")
  if (orderIds.length > 0) query.orWhereIn("order_id", orderIds)
  if (collectionIds.length > 0) query.orWhereIn("payment_collection_id", collectionIds)
  if (!prefix) return
  query.orWhereRaw(...startsWith("external_id", prefix))
  query.orWhereRaw(...startsWith("lower(address)", prefix.toLowerCase()))
  if (prefix.startsWith("cpay_")) query.orWhereRaw(...idStartsWith(prefix))
}
