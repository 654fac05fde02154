import { LOOKUP_PRIORITIES, type LookupPriority } from "../../../core/payment/schedule"
import { dueAfter } from "./payments"
import type { PaymentRow } from "./rows"
import { LEASE_MS, type Lease, Store } from "./store"

/** Only one worker at a time, in any process, holds a payment. */
export class PaymentLeases extends Store<PaymentRow> {
  protected readonly table = "crypto_payment"
  readonly #leases = this.leasesIn({ lease: "leased_until", due: "next_check_at" })

  /** Claims a paid payment, which after a crash is due when the lease ends. */
  async claim(id: string, now: Date): Promise<PaymentRow | undefined> {
    const payment = this.rows().where({ id }).whereIn("status", ["completed", "attention"])
    const next_check_at = new Date(now.getTime() + LEASE_MS)
    return this.#leases.claim(payment, now, { next_check_at, holds_order: false })
  }

  /** @returns false if the lease expired and another worker claimed the payment */
  renew(claimed: PaymentRow, now: Date): Promise<boolean> {
    return this.#leases.renew(claimed, now)
  }

  /** Renews the lease of a claimed payment while the work lasts; see `Leases.withHeartbeat`. */
  withHeartbeat<T>(claimed: PaymentRow, now: Date, work: (ownsLease: () => boolean) => Promise<T>): Promise<T> {
    return this.#leases.withHeartbeat(claimed, now, work)
  }

  /**
   * Ends the lease of a claimed payment.
   * @param nextCheckAt when the payment is due next, unless it was made due during the work; null: never
   * @param options `answeredAt`: unix milliseconds
   */
  async release(
    claimed: PaymentRow,
    nextCheckAt: Date | null,
    { rank = LOOKUP_PRIORITIES.asked, answeredAt }: { rank?: LookupPriority; answeredAt?: number | null } = {},
  ): Promise<void> {
    const answered = answeredAt == null ? {} : { looked_up_at: new Date(answeredAt) }
    const next_check_at = dueAfter(this.knex, claimed, nextCheckAt)
    await this.#leases.releaseRows([claimed], { holds_order: false, next_check_at, lookup_priority: rank, ...answered })
  }
}

/** States in which a payment's money may be put onto its order, or is already on it. */
const MAY_BE_ON_ORDER = ["completed", "attention", "settled"] as const

/** The payment as read under the lease, and all rows that the lease holds. */
export type OrderLease = Lease & { payment: PaymentRow }

/** Holds an order by one lease on its paid payments, so that two payouts or captures of it never run at once. */
export class OrderLeases extends Store<PaymentRow> {
  protected readonly table = "crypto_payment"
  readonly #leases = this.leasesIn({ lease: "leased_until", due: "next_check_at" })

  /**
   * Holds a payment and the paid payments of the same order.
   * @param orderId the order to hold, if the payment's own row does not name it yet
   * @returns undefined if a worker holds one of them, or if there is no such payment
   */
  async claim(paymentId: string, orderId: string | null, now: Date): Promise<OrderLease | undefined> {
    const until = new Date(now.getTime() + LEASE_MS)
    // Committed before the lease is taken, so that of two payments put onto one order, the later one sees the other.
    if (orderId !== null) await this.rows().where({ id: paymentId }).update({ order_id: orderId })
    return this.knex.transaction(async (trx) => {
      const held: PaymentRow[] = await this.rows(trx)
        .where((rows) => {
          rows.where({ id: paymentId })
          if (orderId !== null)
            rows.orWhere((others) => others.where({ order_id: orderId }).whereIn("status", MAY_BE_ON_ORDER))
        })
        // Every transaction locks in this order, which prevents deadlocks.
        .orderBy("id")
        .forUpdate()
      const payment = held.find(({ id }) => id === paymentId)
      if (!payment || held.some((row) => isLeased(row, now))) return undefined
      const ids = held.map(({ id }) => id)
      await this.rows(trx).whereIn("id", ids).update({ leased_until: until, holds_order: true })
      return { payment: { ...payment, leased_until: until }, ids, until }
    })
  }

  /**
   * Lets only this claimed payment of its order be captured while its lease lasts.
   * @returns `busy` if another payment holds the order, or the lease expired; `shared` if the order has other paid
   * payments, so that facts read earlier may be out of date
   */
  async hold(claimed: PaymentRow, orderId: string, now: Date): Promise<"alone" | "shared" | "busy"> {
    const own = { id: claimed.id, leased_until: claimed.leased_until }
    // Committed before the lease is taken, so that of two payments of one order, the later one sees the other.
    if (claimed.order_id !== orderId) await this.rows().where(own).update({ order_id: orderId })
    return this.knex.transaction(async (trx) => {
      const rows: PaymentRow[] = await this.rows(trx)
        .where({ order_id: orderId })
        .whereIn("status", MAY_BE_ON_ORDER)
        .orderBy("id")
        .forUpdate()
      const row = rows.find(({ id }) => id === claimed.id)
      // If the end differs, an admin's action or another worker holds this payment now.
      if (row?.holds_order) return row.leased_until?.getTime() === claimed.leased_until?.getTime() ? "alone" : "busy"
      if (rows.some((row) => row.holds_order && isLeased(row, now))) return "busy"
      const held = await this.rows(trx).where(own).update({ holds_order: true })
      if (held === 0) return "busy"
      return rows.length > 1 ? "shared" : "alone"
    })
  }

  async release(lease: Lease): Promise<void> {
    await this.#leases.release(lease, { holds_order: false })
  }
}

const isLeased = ({ leased_until }: PaymentRow, now: Date): boolean => leased_until !== null && leased_until > now
