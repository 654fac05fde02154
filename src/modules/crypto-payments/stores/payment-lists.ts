import type { ListedState } from "../../../core/payment/payment-life"
import {
  countOf,
  idStartsWith,
  type Moments,
  only,
  type Page,
  type Placed,
  pageOf,
  rowsAfter,
  startsWith,
  within,
} from "./list-queries"
import { IS_SEEN, PAYMENT_TABLE } from "./payment-reads"
import type { Knex, PaymentRow } from "./rows"
import { Store } from "./store"

/**
 * What to search for: the beginning of an id or an address, or orders and collections that Medusa's own search found.
 */
export type PaymentSearch = { prefix?: string; orderIds?: string[]; collectionIds?: string[] }

export type PaymentSelection = {
  status?: ListedState[]
  asset?: string[]
  connection_id?: string[]
  order_id?: string[]
  test_mode?: boolean
  created_at?: Moments
  completed_at?: Moments
  search?: PaymentSearch
}

type PlacedPayment = Placed<PaymentRow>

const COLUMNS = ["asset", "connection_id", "order_id"] as const

type Query = ReturnType<Knex>

/** Lists of payments for admins. Each filter has an index in the list's order. */
export class PaymentLists extends Store<PaymentRow> {
  protected readonly table = PAYMENT_TABLE

  #selected(selection: PaymentSelection) {
    return this.rows().modify((query: Query) => {
      const { status } = selection
      if (status) query.where((any: Query) => inStates(any, status))
      for (const column of COLUMNS) {
        const wanted = selection[column]
        if (wanted) query.whereIn(column, wanted)
      }
      if (selection.test_mode !== undefined) query.where({ test_mode: selection.test_mode })
      const { created_at, completed_at, search } = selection
      within(query, "created_at", created_at)
      within(query, "completed_at", completed_at)
      if (search)
        only(
          query,
          this.rows().where((any: Query) => matches(any, search)),
        )
    })
  }

  async page(selection: PaymentSelection, page: Page): Promise<PaymentRow[]> {
    return pageOf(this.#selected(selection), page)
  }

  async count(selection: PaymentSelection): Promise<number> {
    return countOf(this.#selected(selection))
  }

  /** The next rows after `last`, newest first: by completion if the selection is about it, otherwise by creation. */
  async after(selection: PaymentSelection, last: PlacedPayment | null, limit: number): Promise<PlacedPayment[]> {
    const column = selection.completed_at ? "completed_at" : "created_at"
    return rowsAfter(this.knex, this.#selected(selection), { column, last, limit })
  }

  async byIds(ids: readonly string[], selection: PaymentSelection = {}): Promise<PaymentRow[]> {
    return ids.length === 0 ? [] : this.#selected(selection).whereIn("id", ids)
  }
}

/** As the badge of a payment shows it: money on its way is `seen`, and not in a state that asks for money. */
function inStates(query: Query, wanted: readonly ListedState[]): void {
  const states = wanted.filter((state) => state !== "seen")
  query.where((own: Query) => own.whereIn("status", states).whereRaw(`NOT ${IS_SEEN}`))
  if (wanted.includes("seen")) query.orWhereRaw(IS_SEEN)
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
