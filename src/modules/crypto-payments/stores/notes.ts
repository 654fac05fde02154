import type { PaymentRow } from "./rows"
import { Store } from "./store"

/** Confirmed payments whose order note is missing, or about which the store was not notified yet. */
export class NoteStore extends Store<PaymentRow> {
  protected readonly table = "crypto_payment"
  readonly #leases = this.leasesIn({ lease: "note_at" })

  /** Schedules the order note for `at`, unless one is already scheduled. */
  async askFor(paymentId: string, at: Date): Promise<void> {
    await this.rows().where({ id: paymentId }).whereNull("note_at").update({ note_at: at })
  }

  claimDue(limit: number, now: Date): Promise<PaymentRow[]> {
    return this.#leases.claimDue({ limit, now })
  }

  finish(claim: PaymentRow): Promise<void> {
    return this.#leases.end(this.#leases.of(claim))
  }

  async markTold(paymentId: string, now: Date): Promise<void> {
    await this.rows().where({ id: paymentId }).update({ told_at: now })
  }
}
