import { setTimeout as sleep } from "node:timers/promises"
import { CRYPTO_PROVIDER } from "../support/constants"
import { type Bench, figures, inTurns, type Measure, measure, quantile } from "./support/measure"
import {
  capturedAt,
  type Delivery,
  deliver,
  PLAIN_PROVIDER,
  type Placed,
  placeOrders,
  serviceEvent,
  startStoreBesideStripe,
} from "./support/store"

/** Events in a block of each route. */
const EVENTS = 10
/** Events per second; 10 is what one process captures as they arrive. */
const RATES = [2, 10]

/**
 * From an event to its order's capture: by the plugin, and by core's route and its processPaymentWorkflow with a provider
 * that does no work. Core waits five seconds before it processes an event.
 */
export const settle: Bench = {
  name: "settle",
  title: "From an event's arrival to its order's capture, compared with core's route",
  run: async ({ quick, cleanup, progress }) => {
    const store = await startStoreBesideStripe(cleanup)
    const { server } = store
    await store.offer(PLAIN_PROVIDER)
    const ours = ({ paymentId: id }: Placed) =>
      serviceEvent(store, { id: `evt_${id}`, type: "payment.completed", data: { payment: { id } } })
    const theirs = ({ sessionId: session_id, amount }: Placed): Delivery => ({
      url: `${server.url}/hooks/payment/plain_plain`,
      header: "x-signature",
      signature: "none",
      status: 200,
      body: JSON.stringify({ session_id, amount }),
    })
    /** Places orders, sends their events and waits for the captures. Milliseconds, and of CPU for each order. */
    const block = (provider: string, eventOf: (order: Placed) => Delivery, rate: number) => async () => {
      const orders = await placeOrders(store, EVENTS, provider)
      const sent = new Map<string, number>()
      let captured = new Map<string, number>()
      const cpu = await server.cpuOf(async () => {
        const begun = performance.now()
        const send = async (order: Placed, index: number) => {
          await sleep(Math.max(0, begun + (index * 1000) / rate - performance.now()))
          sent.set(order.orderId, Date.now())
          await deliver(eventOf(order))
        }
        await Promise.all(orders.map(send))
        captured = await capturedAt(store, orders)
      })
      const took = orders.map(({ orderId: id }) => (captured.get(id) ?? Number.NaN) - (sent.get(id) ?? Number.NaN))
      return { took, cpu: cpu / 1000 / EVENTS }
    }
    const compare = (rate: number, runs: number) =>
      inTurns(
        { ours: block(CRYPTO_PROVIDER, ours, rate), theirs: block(PLAIN_PROVIDER, theirs, rate) },
        { runs, warmUps: 0, onRun: (done) => progress(`${rate} a second: ${done}`) },
      )
    // Not measured, because the first events run with cold caches.
    await compare(5, 1)
    const measures: Measure[] = []
    for (const rate of quick ? RATES.slice(0, 1) : RATES) {
      const blocks = await compare(rate, quick ? 3 : 6)
      const p99 = (side: { took: number[] }[]) => [
        quantile(
          side.flatMap(({ took }) => took),
          0.99,
        ),
      ]
      const slowest = { ours: p99(blocks.ours), theirs: p99(blocks.theirs) }
      const name = `settle: ${rate} a second`
      measures.push(
        measure(`${name}, p99`, "ms", slowest, { under: 1_000 }),
        measure(
          `${name}, CPU`,
          "ms of CPU per order",
          figures(blocks, (one) => one.cpu),
          { ratioAtMost: 0.65 },
        ),
      )
    }
    return measures
  },
}
