import { countOf, type Page, pageOf } from "./page"
import type { Knex, PayoutRow } from "./rows"
import { startsWith } from "./starts-with"

const TABLE = "crypto_refund"

export type PayoutSelection = { payment_id?: string[]; transactionPrefix?: string }

/** Recorded payouts as people read them. */
export class PayoutLists {
  constructor(private readonly knex: Knex) {}

  #selected({ payment_id, transactionPrefix }: PayoutSelection) {
    return this.knex(TABLE)
      .whereNull("deleted_at")
      .modify((query: ReturnType<Knex>) => {
        if (payment_id) query.whereIn("payment_id", payment_id)
        if (!transactionPrefix) return
        // Hashes are kept in small letters, whatever they were copied from.
        const [plain, small] = [transactionPrefix, transactionPrefix.toLowerCase()]
        query.where((any: ReturnType<Knex>) =>
          any.whereRaw(...startsWith("transaction_id", plain)).orWhereRaw(...startsWith("transaction_id", small)),
        )
      })
  }

  /** All payouts of these payments, oldest first. */
  async ofPayments(paymentIds: readonly string[]): Promise<PayoutRow[]> {
    if (paymentIds.length === 0) return []
    return this.#selected({ payment_id: [...paymentIds] }).orderBy(["created_at", "id"])
  }

  async page(selection: PayoutSelection, page: Page): Promise<PayoutRow[]> {
    return pageOf(this.#selected(selection), page)
  }

  async count(selection: PayoutSelection): Promise<number> {
    return countOf(this.#selected(selection))
  }
}
