import { watchedCloselyAfter } from "../../../core/payment/retry-policy"
import { firstJudgedAt } from "../../../core/payment/unpaid-order"
import { LEASE_MS } from "./lease"
import { PAYMENT_TABLE } from "./payment-reads"
import type { PaymentRow } from "./rows"
import { Store } from "./store"

/** The rank of payments that wait for their connection. The sweep does not claim them. */
const PARKED = 2

/** The queue of payments to look up and to settle. Only one worker at a time, in any process, holds a payment. */
export class PaymentLeases extends Store<PaymentRow> {
  protected readonly table = PAYMENT_TABLE
  readonly #leases = this.leasesIn({ lease: "leased_until", due: "next_check_at" })

  /**
   * Claims due payments, urgent ones first, so that a backlog of old addresses never delays money that may arrive now.
   */
  async claimDue(limit: number, now: Date): Promise<PaymentRow[]> {
    const urgent = await this.#claimRank(0, limit, now)
    return limit > urgent.length ? [...urgent, ...(await this.#claimRank(1, limit - urgent.length, now))] : urgent
  }

  /**
   * No index contains `leased_until`, so a claim changes no index (PostgreSQL's heap-only tuples). A row of a crashed
   * worker becomes due later, so that a row which crashes every worker does not delay the others.
   */
  #claimRank(rank: 0 | 1, limit: number, now: Date): Promise<PaymentRow[]> {
    return this.#leases.claimDue({
      where: "due_rank = :rank",
      set: `holds_order = false,
            next_check_at = CASE WHEN claimed.leased_until IS NULL THEN claimed.next_check_at ELSE :until END`,
      bindings: { rank },
      limit,
      now,
    })
  }

  /** Claims one payment to settle. */
  async claim(id: string, now: Date): Promise<PaymentRow | undefined> {
    const payment = this.rows().where({ id }).whereIn("status", ["completed", "attention"])
    const next_check_at = new Date(now.getTime() + LEASE_MS)
    return this.#leases.claim(payment, now, { next_check_at, holds_order: false })
  }

  /** @returns false if the lease expired and another worker claimed the payment */
  renew(claimed: PaymentRow, now: Date): Promise<boolean> {
    return this.#leases.renew(claimed, now)
  }

  /** Renews the lease of a claimed payment while the work lasts; see `Leases.keep`. */
  keep<T>(claimed: PaymentRow, now: Date, work: (isOurs: () => boolean) => Promise<T>): Promise<T> {
    return this.#leases.keep(claimed, now, work)
  }

  /** Ends the lease of a claimed payment. @param nextCheckAt when the payment is due next; null: never */
  async release(claimed: PaymentRow, nextCheckAt: Date | null, rank: 0 | 1 = 0): Promise<void> {
    const patch = { holds_order: false, next_check_at: nextCheckAt, due_rank: rank }
    await this.#leases.end(this.#leases.of(claimed), patch)
  }

  /** Ends the lease of payments that were claimed together. None of them is due again before `unpark`. */
  async park([first, ...others]: readonly PaymentRow[]): Promise<void> {
    if (first) await this.#leases.end(this.#leases.of(first, ...others), { due_rank: PARKED })
  }

  /**
   * Makes parked payments of these connections due, those with the latest quote first.
   * @returns how many payments became due
   */
  async unpark(connectionIds: readonly string[], limit: number, now: Date): Promise<number> {
    const { rowCount } = await this.knex.raw(
      `WITH parked AS MATERIALIZED (
         SELECT id, quote_expires_at FROM crypto_payment
          WHERE connection_id = ANY(:connectionIds) AND due_rank = :parked
            AND next_check_at IS NOT NULL AND deleted_at IS NULL
          ORDER BY quote_expires_at DESC
          LIMIT :limit
            FOR UPDATE SKIP LOCKED)
       UPDATE crypto_payment AS payment
          SET due_rank = CASE WHEN parked.quote_expires_at > :closely OR payment.status = 'attention' THEN 0 ELSE 1 END,
              next_check_at = :now
         FROM parked
        WHERE payment.id = parked.id`,
      { connectionIds, parked: PARKED, closely: watchedCloselyAfter(now), limit, now },
    )
    return rowCount
  }

  /** Whether an urgent payment has been due since `since` and no worker holds it. */
  async isOverdue(since: Date): Promise<boolean> {
    const row = await this.rows()
      .where({ due_rank: 0 })
      .where("next_check_at", "<=", since)
      .andWhere((free) => free.whereNull("leased_until").orWhere("leased_until", "<=", since))
      // Ordered like the index of due rows, so that PostgreSQL does not read the whole table if there is none.
      .orderBy("next_check_at")
      .first("id")
    return row !== undefined
  }
}

/** Confirmed payments whose order note is missing, or about which the store was not notified yet. */
export class NoteStore extends Store<PaymentRow> {
  protected readonly table = PAYMENT_TABLE
  readonly #leases = this.leasesIn({ lease: "note_at" })

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
    return this.rows().where({ id })
  }
}

/** A payment whose unpaid order may have to be canceled, and since when. */
export type UnpaidClaim = PaymentRow & { due_at: Date }

/** The queue of unpaid orders to decide about. A lease keeps two instances from canceling one order twice. */
export class UnpaidOrderStore extends Store<PaymentRow> {
  protected readonly table = PAYMENT_TABLE
  readonly #leases = this.leasesIn({ lease: "unpaid_check_at" })

  /** Claims payments of a connection whose unpaid order may have to be canceled, longest overdue first. */
  claimDue(connectionId: string, limit: number, now: Date): Promise<UnpaidClaim[]> {
    return this.#leases.claimDue({ where: "connection_id = :connectionId", bindings: { connectionId }, limit, now })
  }

  /**
   * Records that a shopper confirmed the checkout with this payment. The first decision about its order is as late as
   * if the quote expired now, or later.
   *
   * A worker that holds the payment because it looked like an abandoned cart loses its lease, so it cannot finish it.
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
   * @returns false if the lease expired and another worker claimed the payment
   */
  async beginCanceling(claim: UnpaidClaim, now: Date): Promise<boolean> {
    const changed = await this.#leases.held(this.#leases.of(claim)).update({ canceling_at: now, updated_at: now })
    return changed > 0
  }

  /** Ends a claim without canceling the order. It is due again at `until`. */
  giveBack(claim: UnpaidClaim, until: Date): Promise<void> {
    return this.#leases.end(this.#leases.of(claim), { unpaid_check_at: until, canceling_at: null })
  }

  /**
   * Ends claims that need no further decision.
   * @param claims of one batch, so they share one lease
   * @param canceled whether the plugin canceled the order
   */
  async finish([first, ...others]: readonly UnpaidClaim[], { canceled }: { canceled: boolean }): Promise<void> {
    if (first) await this.#leases.end(this.#leases.of(first, ...others), canceled ? {} : { canceling_at: null })
  }
}
