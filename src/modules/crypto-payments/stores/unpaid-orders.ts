import { firstJudgedAt } from "../../../core/payment/unpaid-order"
import { PAYMENT_TABLE } from "./payment-reads"
import type { PaymentRow } from "./rows"
import { Store } from "./store"

/** A payment whose order may be due to be canceled, and since when. */
export type UnpaidClaim = PaymentRow & { due_at: Date }

/** The queue of unpaid orders to judge, so that two instances cancel none twice. */
export class UnpaidOrderStore extends Store<PaymentRow> {
  protected readonly table = PAYMENT_TABLE
  readonly #leases = this.leasesIn({ lease: "unpaid_check_at" })

  /** Claims payments of a connection whose unpaid order may be due to be canceled, the longest due first. */
  claimDue(connectionId: string, limit: number, now: Date): Promise<UnpaidClaim[]> {
    return this.#leases.claimDue({ where: "connection_id = :connectionId", bindings: { connectionId }, limit, now })
  }

  /**
   * Records that a checkout is confirmed on this payment: its order is judged like an order whose quote ends now, or
   * later. A worker that took the payment for a left cart's loses its lease, so that it cannot end the watch.
   */
  async markConfirmed(paymentId: string, now: Date): Promise<void> {
    await this.rows()
      .where({ id: paymentId })
      .update({
        confirmed_at: now,
        unpaid_check_at: this.knex.raw("GREATEST(unpaid_check_at, ?::timestamptz)", [
          new Date(firstJudgedAt(now.getTime())),
        ]),
        updated_at: now,
      })
  }

  /**
   * Records that the order is about to be canceled.
   * @returns false if the lease ran out and another worker claimed the payment
   */
  async beginCanceling(claim: UnpaidClaim, now: Date): Promise<boolean> {
    const changed = await this.#leases.held(this.#leases.of(claim)).update({ canceling_at: now, updated_at: now })
    return changed > 0
  }

  /** Puts a claim back until then; the order is not being canceled. */
  giveBack(claim: UnpaidClaim, until: Date): Promise<void> {
    return this.#leases.end(this.#leases.of(claim), { unpaid_check_at: until, canceling_at: null })
  }

  /**
   * Nothing is left to judge.
   * @param claims of one batch, so under one lease
   * @param canceled whether we canceled the order
   */
  async finish([first, ...others]: readonly UnpaidClaim[], { canceled }: { canceled: boolean }): Promise<void> {
    if (first) await this.#leases.end(this.#leases.of(first, ...others), canceled ? {} : { canceling_at: null })
  }
}
