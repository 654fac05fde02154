import type { ListedState } from "../../../core/payment/payment-life"
import { idStartsWith, ListStore, type Moments, only, type Placed, rowsAfter, startsWith, within } from "./list-queries"
import { IS_SEEN } from "./payment-reads"
import type { PaymentRow, Query } from "./rows"

/** What to search for: the beginning of an id or address, or orders and collections that Medusa's search found. */
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

const COLUMNS = ["asset", "connection_id", "order_id"] as const

/** Lists of payments for admins. Each filter has an index in the list's order. */
export class PaymentLists extends ListStore<PaymentRow, PaymentSelection> {
  protected readonly table = "crypto_payment"

  protected selected(selection: PaymentSelection) {
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
      if (!search) return
      const found = this.rows().where((any: Query) => matches(any, search))
      only(query, found)
    })
  }

  /** The next rows after `last`, newest first: by completion if the selection is about it, otherwise by creation. */
  async after(
    selection: PaymentSelection,
    last: Placed<PaymentRow> | null,
    limit: number,
  ): Promise<Placed<PaymentRow>[]> {
    const column = selection.completed_at ? "completed_at" : "created_at"
    return rowsAfter(this.knex, this.selected(selection), { column, last, limit })
  }

  async byIds(ids: readonly string[], selection: PaymentSelection = {}): Promise<PaymentRow[]> {
    return ids.length === 0 ? [] : this.selected(selection).whereIn("id", ids)
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
