import { ListStore, type Moments, only, type Placed, rowsAfter, startsWith, within } from "./list-queries"
import type { PayoutRow, Query } from "./rows"

export type PayoutSelection = {
  payment_id?: string[]
  connection_id?: string[]
  transactionPrefix?: string
  created_at?: Moments
}

export class PayoutLists extends ListStore<PayoutRow, PayoutSelection> {
  protected readonly table = "crypto_refund"

  protected selected({ payment_id, connection_id, transactionPrefix, created_at }: PayoutSelection) {
    return this.rows().modify((query: Query) => {
      if (payment_id) query.whereIn("payment_id", payment_id)
      if (connection_id) {
        query.whereIn("payment_id", this.knex("crypto_payment").select("id").whereIn("connection_id", connection_id))
      }
      within(query, "created_at", created_at)
      if (!transactionPrefix) return
      // Hashes are stored in lower case, but an admin may enter upper case.
      const [plain, small] = [transactionPrefix, transactionPrefix.toLowerCase()]
      const found = this.rows().where((any: Query) =>
        any.whereRaw(...startsWith("transaction_id", plain)).orWhereRaw(...startsWith("transaction_id", small)),
      )
      only(query, found)
    })
  }

  /** All payouts of these payments, oldest first. */
  async ofPayments(paymentIds: readonly string[]): Promise<PayoutRow[]> {
    if (paymentIds.length === 0) return []
    return this.selected({ payment_id: [...paymentIds] }).orderBy(["created_at", "id"])
  }

  /** By payment id: how much was sent back, in minor units of the payment's currency, and when last. */
  async sentBack(paymentIds: readonly string[]): Promise<Map<string, { minor: string; at: Date }>> {
    if (paymentIds.length === 0) return new Map()
    type Sum = { payment_id: string; minor: string; at: Date }
    const sums = "sum(amount_minor::numeric)::text AS minor, max(created_at) AS at"
    const rows: Sum[] = await this.selected({ payment_id: [...paymentIds] })
      .groupBy("payment_id")
      .select("payment_id", this.knex.raw(sums))
    return new Map(rows.map(({ payment_id, minor, at }) => [payment_id, { minor, at }]))
  }

  /** The next rows after `last`, newest first. */
  async after(selection: PayoutSelection, last: Placed<PayoutRow> | null, limit: number): Promise<Placed<PayoutRow>[]> {
    return rowsAfter(this.knex, this.selected(selection), { column: "created_at", last, limit })
  }
}
