import type { Knex, PaymentRow } from "./rows"

const TABLE = "crypto_payment"

/** Longer than noting takes; a crash frees the row within a minute. */
const LEASE_MS = 40_000

/** What is still to be seen to of a confirmed payment: that its order names it, and that the store was told. */
export class NoteStore {
  constructor(private readonly knex: Knex) {}

  /** Has a payment seen to at that time, or before where that is asked for already. */
  async askFor(paymentId: string, at: Date): Promise<void> {
    await this.knex(TABLE).whereNull("deleted_at").where({ id: paymentId }).whereNull("note_at").update({ note_at: at })
  }

  /** Claims what is due. Moving note_at is the lease. MATERIALIZED, since PostgreSQL may run a plain subselect twice. */
  async claimDue(limit: number, now: Date): Promise<PaymentRow[]> {
    const { rows } = await this.knex.raw(
      `WITH due AS MATERIALIZED (
         SELECT id FROM crypto_payment
          WHERE note_at <= :now AND deleted_at IS NULL
          ORDER BY note_at
          LIMIT :limit
            FOR UPDATE SKIP LOCKED)
       UPDATE crypto_payment AS payment
          SET note_at = :until
         FROM due
        WHERE payment.id = due.id
       RETURNING payment.*`,
      { now, limit, until: new Date(now.getTime() + LEASE_MS) },
    )
    return rows
  }

  /** All of a claim is done. One whose lease is over is another's by now. */
  async finish(claim: PaymentRow): Promise<void> {
    await this.knex(TABLE)
      .whereNull("deleted_at")
      .where({ id: claim.id, note_at: claim.note_at })
      .update({ note_at: null })
  }

  async markTold(paymentId: string, now: Date): Promise<void> {
    await this.knex(TABLE).whereNull("deleted_at").where({ id: paymentId }).update({ told_at: now })
  }
}
