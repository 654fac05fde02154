import { Leases } from "./lease"
import type { Knex, PaymentRow } from "./rows"

const TABLE = "crypto_payment"

/** Confirmed payments whose order does not name them yet, or of which the store was not told yet. */
export class NoteStore {
  readonly #leases: Leases<PaymentRow>

  constructor(private readonly knex: Knex) {
    this.#leases = new Leases(knex, TABLE, { lease: "note_at" })
  }

  /** Schedules the order note for `at`, unless one is already scheduled. */
  async askFor(paymentId: string, at: Date): Promise<void> {
    await this.#row(paymentId).whereNull("note_at").update({ note_at: at })
  }

  claimDue(limit: number, now: Date): Promise<PaymentRow[]> {
    return this.#leases.claimDue({ limit, now })
  }

  finish(claim: PaymentRow): Promise<void> {
    return this.#leases.end(this.#leases.of(claim))
  }

  async markTold(paymentId: string, now: Date): Promise<void> {
    await this.#row(paymentId).update({ told_at: now })
  }

  #row(id: string) {
    return this.knex(TABLE).whereNull("deleted_at").where({ id })
  }
}
