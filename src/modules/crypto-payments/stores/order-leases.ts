import type { Knex, PaymentRow } from "./rows"

const TABLE = "crypto_payment"

/** As long as settling's own lease: a crash frees the rows within a minute. */
const LEASE_MS = 40_000

/** States in which a payment's money may be put onto its order, or is on it. */
const PAID = ["completed", "attention", "settled"] as const

/** The payment as it is under the lease, and the rows that are held with it. */
export type OrderLease = { payment: PaymentRow; ids: string[]; until: Date }

/**
 * What a person does to a payment changes the books of its order, so that all paid payments of the order are held
 * together: two payouts, or two payments put onto one order, take turns in whatever process they run.
 */
export class OrderLeases {
  constructor(private readonly knex: Knex) {}

  /**
   * Holds a payment and the paid ones of the same order.
   * @param orderId the order to hold, where the payment's own row does not name it (yet)
   * @returns undefined where somebody is at one of them, or where there is no such payment
   */
  async take(paymentId: string, orderId: string | null, now: Date): Promise<OrderLease | undefined> {
    const until = new Date(now.getTime() + LEASE_MS)
    // Committed before anything is held: of two payments put onto one order, the later one sees the other.
    if (orderId !== null) await this.#rows(this.knex).where({ id: paymentId }).update({ order_id: orderId })
    return this.knex.transaction(async (trx) => {
      const held: PaymentRow[] = await this.#rows(trx)
        .where((rows) => {
          rows.where({ id: paymentId })
          if (orderId === null) return
          rows.orWhere((others) => others.where({ order_id: orderId }).whereIn("status", [...PAID]))
        })
        // In one order for everybody, so that nobody waits for a row whose holder waits for this one.
        .orderBy("id")
        .forUpdate()
      if (held.some(({ leased_until }) => leased_until !== null && leased_until > now)) return undefined
      const payment = held.find(({ id }) => id === paymentId)
      if (!payment) return undefined
      const ids = held.map(({ id }) => id)
      await this.#rows(trx).whereIn("id", ids).update({ leased_until: until, holds_order: true })
      return { payment: { ...payment, leased_until: until }, ids, until }
    })
  }

  /**
   * Lets a claimed payment be the only one of its order that is captured, for as long as its lease lasts.
   * @param claimed with the lease that its settling holds
   * @returns `busy` where another payment of the order holds it, or where the lease is over; `shared` where the order has
   * other paid payments, so that what was read before may be over
   */
  async hold(claimed: PaymentRow, orderId: string, now: Date): Promise<"alone" | "shared" | "busy"> {
    const own = { id: claimed.id, leased_until: claimed.leased_until }
    // Committed before anything is held: of two payments of one order, the later one sees the other.
    await this.#rows(this.knex).where(own).update({ order_id: orderId })
    return this.knex.transaction(async (trx) => {
      const rows: PaymentRow[] = await this.#rows(trx)
        .where({ order_id: orderId })
        .whereIn("status", [...PAID])
        .orderBy("id")
        .forUpdate()
      // A person's action holds all of the order's payments, this one too.
      if (rows.some(({ id, holds_order }) => id === claimed.id && holds_order)) return "alone"
      if (rows.some(({ holds_order, leased_until }) => holds_order && leased_until !== null && leased_until > now))
        return "busy"
      const held = await this.#rows(trx).where(own).update({ holds_order: true })
      if (held === 0) return "busy"
      return rows.length > 1 ? "shared" : "alone"
    })
  }

  /** Rows whose lease has ended since, or that were given to somebody else, are left alone. */
  async free({ ids, until }: OrderLease): Promise<void> {
    await this.#rows(this.knex)
      .whereIn("id", ids)
      .where({ leased_until: until })
      .update({ leased_until: null, holds_order: false })
  }

  #rows(knex: Knex) {
    return knex<PaymentRow>(TABLE).whereNull("deleted_at")
  }
}
