import { setTimeout as sleep } from "node:timers/promises"
import { forEachOf } from "../cluster/support/crowd"
import { CRYPTO_PROVIDER } from "../support/constants"
import { until } from "../support/until"
import { cpuOf } from "../support/usage"
import { type Bench, figures, inTurns, type Measure, measure, quantile } from "./support/measure"
import { type BenchStore, type Delivery, deliver, serviceEvent, startStoreBesideStripe } from "./support/store"

const PLAIN_PROVIDER = "pp_plain_plain"
/** Events in a block of each route. */
const EVENTS = 10
/** Events per second; 10 is what one process captures as they arrive. */
const RATES = [2, 10]

type Placed = { paymentId: string; orderId: string; sessionId: string; amount: number }

let shoppers = 0

/** Places orders that wait for their payment, each by another shopper. */
async function placeOrders({ shop }: BenchStore, count: number, provider: string): Promise<Placed[]> {
  const placed: Placed[] = []
  await forEachOf(Array(count).fill(0), 6, async () => {
    const cart = await shop.makeCart({ email: `shopper-${++shoppers}@example.com` })
    const { id: sessionId, data, amount } = await shop.openSession(cart, { provider })
    const { orderId } = await shop.placeOrder(cart)
    placed.push({ paymentId: data.payment_id, orderId, sessionId, amount })
  })
  return placed
}

/**
 * Waits until all orders are captured and have the money in their ledger.
 * @returns the later of both times by order id, in Unix milliseconds
 */
async function capturedAt({ knex }: BenchStore, orders: readonly Placed[]): Promise<Map<string, number>> {
  const entries = async () => {
    const { rows } = await knex.raw(
      `SELECT entry.order_id AS id, greatest(entry.created_at, capture.created_at) AS at
         FROM order_transaction AS entry JOIN capture ON capture.id = entry.reference_id
        WHERE entry.order_id = ANY(?) AND entry.deleted_at IS NULL`,
      [orders.map(({ orderId }) => orderId)],
    )
    return rows.length >= orders.length && (rows as { id: string; at: Date }[])
  }
  const rows = await until("every order is captured", entries, 180_000)
  if (rows.length !== orders.length) throw new Error(`${orders.length} orders have ${rows.length} ledger entries`)
  return new Map(rows.map(({ id, at }) => [id, at.getTime()]))
}

/**
 * From an event to its order's capture: by the plugin, and by core's route and its processPaymentWorkflow with a provider
 * that does no work. Core waits five seconds before it processes an event.
 */
export const settle: Bench = {
  title: "From an event's arrival to its order's capture, compared with core's route",
  run: async ({ quick, cleanup }) => {
    const store = await startStoreBesideStripe(cleanup)
    const ours = ({ paymentId: id }: Placed) =>
      serviceEvent(store, { id: `evt_${id}`, type: "payment.completed", data: { payment: { id } } })
    const theirs = ({ sessionId: session_id, amount }: Placed): Delivery => ({
      url: `${store.server.url}/hooks/payment/plain_plain`,
      headers: {},
      status: 200,
      body: JSON.stringify({ session_id, amount }),
    })
    /** Places orders, sends their events and waits for the captures. Milliseconds, and of CPU for each order. */
    const block = (provider: string, eventOf: (order: Placed) => Delivery, rate: number) => async () => {
      const orders = await placeOrders(store, EVENTS, provider)
      // Subscribers of `order.placed` go on after the answer.
      await sleep(2_000)
      const took: number[] = []
      const cpu = await cpuOf(store.server, async () => {
        const sent = orders.map(async (order, index) => {
          await sleep((index * 1000) / rate)
          const at = Date.now()
          await deliver(eventOf(order))
          return { ...order, at }
        })
        const captured = await capturedAt(store, orders)
        for (const { orderId, at } of await Promise.all(sent)) took.push((captured.get(orderId) ?? Number.NaN) - at)
      })
      return { took, cpu: cpu / 1000 / EVENTS }
    }
    const compare = (rate: number, runs: number) =>
      inTurns(
        { ours: block(CRYPTO_PROVIDER, ours, rate), theirs: block(PLAIN_PROVIDER, theirs, rate) },
        { runs, warmUps: 0 },
      )
    // Not measured, because the first events run with cold caches.
    await compare(5, 1)
    const measures: Measure[] = []
    for (const rate of quick ? RATES.slice(0, 1) : RATES) {
      const blocks = await compare(rate, quick ? 3 : 6)
      const p99 = (side: { took: number[] }[]) =>
        quantile(
          side.flatMap(({ took }) => took),
          0.99,
        )
      const slowest = { ours: [p99(blocks.ours)], theirs: [p99(blocks.theirs)] }
      const cpu = figures(blocks, (one) => one.cpu)
      measures.push(
        measure(`settle: ${rate} a second, p99`, "ms", slowest, { under: 1_000 }),
        measure(`settle: ${rate} a second, CPU`, "ms of CPU per order", cpu, { ratioAtMost: 0.65 }),
      )
    }
    return measures
  },
}
