import { ASKED_LOOK_MS, LOOKUP_RANKS } from "../../../core/payment/retry-policy"
import { firstJudgedAt } from "../../../core/payment/unpaid-order"
import type { Knex, PaymentRow } from "./rows"
import { Store } from "./store"

/** Columns that put the lookups of an unpaid payment first, and bring the next one forward. Parked ones stay so. */
const lookedUpFirst = (knex: Knex, now: Date) => {
  const applies = "next_check_at IS NOT NULL AND due_rank <> 2 AND status IN ('awaiting_payment', 'expired')"
  const soon = new Date(now.getTime() + ASKED_LOOK_MS)
  return {
    due_rank: knex.raw(`CASE WHEN ${applies} THEN ? ELSE due_rank END`, [LOOKUP_RANKS.asked]),
    next_check_at: knex.raw(`CASE WHEN ${applies} THEN LEAST(next_check_at, ?::timestamptz) ELSE next_check_at END`, [
      soon,
    ]),
  }
}

/** A payment whose unpaid order may have to be canceled, and since when. */
export type UnpaidClaim = PaymentRow & { due_at: Date }

/** The queue of unpaid orders to decide about. A lease keeps two instances from canceling one order twice. */
export class UnpaidOrderStore extends Store<PaymentRow> {
  protected readonly table = "crypto_payment"
  readonly #leases = this.leasesIn({ lease: "unpaid_check_at" })

  /** Claims payments of a connection whose unpaid order may have to be canceled, longest overdue first. */
  claimDue(connectionId: string, limit: number, now: Date): Promise<UnpaidClaim[]> {
    return this.#leases.claimDue({ where: "connection_id = :connectionId", bindings: { connectionId }, limit, now })
  }

  /**
   * Records that a shopper confirmed the checkout with this payment, which puts its lookups first. Moves the decision about its order to 15 minutes from
   * now or later, which also ends the lease of a worker that took the payment for an abandoned cart.
   */
  async markConfirmed(paymentId: string, now: Date): Promise<void> {
    await this.rows()
      .where({ id: paymentId })
      .update({
        confirmed_at: now,
        ...lookedUpFirst(this.knex, now),
        unpaid_check_at: this.knex.raw("GREATEST(unpaid_check_at, ?::timestamptz)", [
          new Date(firstJudgedAt(now.getTime())),
        ]),
        updated_at: now,
      })
  }

  /** Records that the order is about to be canceled. @returns false if another worker claimed the payment meanwhile */
  async beginCanceling(claim: UnpaidClaim, now: Date): Promise<boolean> {
    const changed = await this.#leases.held(this.#leases.of(claim)).update({ canceling_at: now, updated_at: now })
    return changed > 0
  }

  /** Ends a claim without canceling the order. It is due again at `until`. */
  giveBack(claim: UnpaidClaim, until: Date): Promise<void> {
    return this.#leases.end(this.#leases.of(claim), { unpaid_check_at: until, canceling_at: null })
  }

  /** Ends claims of one batch, which share a lease. @param canceled whether the plugin canceled the order */
  async finish([first, ...others]: readonly UnpaidClaim[], { canceled }: { canceled: boolean }): Promise<void> {
    if (first) await this.#leases.end(this.#leases.of(first, ...others), canceled ? {} : { canceling_at: null })
  }
}
