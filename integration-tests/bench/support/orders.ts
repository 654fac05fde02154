import { CRYPTO_PROVIDER } from "../../support/constants"
import { createStore } from "../../support/store"
import { until } from "../../support/until"
import type { BenchStore } from "./store-beside-stripe"

export type Placed = { paymentId: string; orderId: string; sessionId: string; amount: number }

const SHOPPERS = 6
let shoppers = 0

/** Places orders that wait for their payment, each by another shopper. */
export async function placeOrders(
  { server, seed }: BenchStore,
  count: number,
  provider = CRYPTO_PROVIDER,
): Promise<Placed[]> {
  const store = createStore(server.url, seed)
  const placed: Placed[] = []
  let left = count
  const shop = async () => {
    while (left-- > 0) {
      const cart = await store.makeCart({ email: `shopper-${++shoppers}@example.com` })
      const { id, data, amount } = await store.openSession(cart, { provider })
      const { orderId } = await store.placeOrder(cart)
      placed.push({ paymentId: data.payment_id, orderId, sessionId: id, amount })
    }
  }
  await Promise.all(Array.from({ length: SHOPPERS }, shop))
  return placed
}

/**
 * Waits until all orders are captured and have the money in their ledger. Returns the later of both times by order id,
 * in Unix milliseconds by this machine's clock.
 */
export async function capturedAt({ knex }: BenchStore, orders: readonly Placed[]): Promise<Map<string, number>> {
  const ids = orders.map(({ orderId }) => orderId)
  const ledger = async () => {
    const { rows } = await knex.raw(
      `SELECT entry.order_id AS id, greatest(entry.created_at, capture.created_at) AS at
         FROM order_transaction AS entry JOIN capture ON capture.id = entry.reference_id
        WHERE entry.order_id = ANY(?) AND entry.deleted_at IS NULL`,
      [ids],
    )
    return rows.length >= ids.length && (rows as { id: string; at: Date }[])
  }
  const rows = await until("every order is captured", ledger, 180_000)
  if (rows.length !== ids.length) throw new Error(`${ids.length} orders have ${rows.length} entries in their ledgers`)
  return new Map(rows.map(({ id, at }) => [id, at.getTime()]))
}
