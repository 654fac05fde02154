import type { Page } from "./payment-lists"
import type { Knex, RefundRow } from "./rows"
import { startsWith } from "./starts-with"

const TABLE = "crypto_refund"

export type RefundSelection = { payment_id?: string[]; transactionPrefix?: string }

/** Recorded payouts as people read them. */
export class RefundLists {
  constructor(private readonly knex: Knex) {}

  #selected({ payment_id, transactionPrefix }: RefundSelection) {
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
  async ofPayments(paymentIds: readonly string[]): Promise<RefundRow[]> {
    if (paymentIds.length === 0) return []
    return this.#selected({ payment_id: [...paymentIds] }).orderBy(["created_at", "id"])
  }

  async page(selection: RefundSelection, { limit, offset, oldestFirst }: Page): Promise<RefundRow[]> {
    const order = oldestFirst ? "asc" : "desc"
    return this.#selected(selection)
      .orderBy([
        { column: "created_at", order },
        { column: "id", order },
      ])
      .limit(limit)
      .offset(offset)
  }

  async count(selection: RefundSelection): Promise<number> {
    const [{ count }] = await this.#selected(selection).count("* as count")
    return Number(count)
  }
}
