import type { PaymentLinkRow } from "./rows"
import { type Lease, newRow, newToken, Store } from "./store"

/** The payment links of orders: one for each order and connection. */
export class PaymentLinkStore extends Store<PaymentLinkRow> {
  protected readonly table = "crypto_payment_link"
  readonly #lock = this.lockIn("opening_until")

  /** The order's link, which is made now if there is none. Concurrent requests get the same link. */
  async make(
    link: Pick<PaymentLinkRow, "order_id" | "connection_id" | "created_by">,
    now: Date,
  ): Promise<PaymentLinkRow> {
    const { order_id, connection_id } = link
    await this.knex(this.table)
      .insert({ ...newRow("clnk", now), token: newToken(), ...link })
      .onConflict(this.knex.raw("(order_id, connection_id) WHERE deleted_at IS NULL"))
      .ignore()
    return (await this.rows().where({ order_id, connection_id }).first()) as PaymentLinkRow
  }

  async byToken(token: string): Promise<PaymentLinkRow | undefined> {
    return this.rows().where({ token }).first()
  }

  /** Newest first. */
  async byOrder(orderId: string): Promise<PaymentLinkRow[]> {
    return this.rows().where({ order_id: orderId }).orderBy("created_at", "desc")
  }

  /** The next links after `id`, ordered by id. */
  async after(id: string, limit: number): Promise<PaymentLinkRow[]> {
    return this.rows().where("id", ">", id).orderBy("id").limit(limit)
  }

  /** @returns the lease; undefined while another request holds it */
  async claim(id: string, now: Date): Promise<Lease | undefined> {
    const claimed = await this.#lock.claim(this.rows().where({ id }), now)
    return claimed && this.#lock.leaseOf(claimed)
  }

  release(lease: Lease): Promise<void> {
    return this.#lock.release(lease)
  }
}
