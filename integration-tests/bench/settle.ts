import { setTimeout as sleep } from "node:timers/promises"
import { deliver } from "../support/events"
import { webhookUrl } from "../support/plugin-env"
import { type Bench, type Measure, onlyFigure } from "./support/measure"
import { capturedAt, placeOrders } from "./support/orders"
import { quantile } from "./support/statistics"
import { type BenchStore, startStoreBesideStripe } from "./support/store-beside-stripe"

/** Events a second, and how many of them. */
const LOADS = [
  { rate: 1, events: 20 },
  { rate: 10, events: 50 },
  { rate: 50, events: 100 },
]
const QUICK = [{ rate: 5, events: 10 }]

/** What is promised of the slowest of a hundred. */
const PROMISED_MS = 1_000

/** Where what each order takes of the server's CPU is told too: it says how many a second one process can settle. */
const CPU_AT = 10

type Settled = {
  /** From sending each event to its order's capture. */
  milliseconds: number[]
  /** Milliseconds of the server's CPU for each order, from its event to its capture. */
  cpu: number
}

/** Sends so many events a second for orders that wait. */
async function settled(store: BenchStore, url: string, { rate, events }: (typeof LOADS)[number]): Promise<Settled> {
  const orders = await placeOrders(store, events)
  const sent = new Map<string, number>()
  let captured = new Map<string, number>()
  const cpu = await store.server.cpuOf(async () => {
    const begun = performance.now()
    const answers = orders.map(async ({ paymentId, orderId }, index) => {
      await sleep(Math.max(0, begun + (index * 1000) / rate - performance.now()))
      sent.set(orderId, Date.now())
      const event = { id: `evt_${paymentId}`, type: "payment.completed", data: { payment: { id: paymentId } } }
      const { status } = await deliver({ webhookUrl: url, endpointSecret: store.endpointSecret }, event)
      if (status !== 200) throw new Error(`${url} answered ${status}`)
    })
    await Promise.all(answers)
    captured = await capturedAt(store, orders)
  })
  return {
    milliseconds: orders.map(
      ({ orderId }) => (captured.get(orderId) ?? Number.NaN) - (sent.get(orderId) ?? Number.NaN),
    ),
    cpu: cpu / 1000 / events,
  }
}

/** From an event's arrival to its order's capture, by our route and by core's, with the same provider behind both. */
export const settle: Bench = {
  name: "settle",
  title: "From an event's arrival to its order's capture, beside core's route",
  run: async ({ quick, cleanup, progress }) => {
    const store = await startStoreBesideStripe(cleanup)
    const ourUrl = webhookUrl(store.server.url)
    const coreUrl = `${store.server.url}/hooks/payment/crypto_default`
    // The first ones find everything cold.
    await settled(store, ourUrl, { rate: 5, events: 10 })
    const measures: Measure[] = []
    for (const load of quick ? QUICK : LOADS) {
      const ours = await settled(store, ourUrl, load)
      const theirs = await settled(store, coreUrl, load)
      progress(`${load.rate} a second: ${load.events} orders by each route`)
      for (const [word, share] of [
        ["p50", 0.5],
        ["p95", 0.95],
        ["p99", 0.99],
      ] as const) {
        const figures = {
          ours: quantile(ours.milliseconds, share),
          theirs: quantile(theirs.milliseconds, share),
          runs: load.events,
        }
        const target = share === 0.99 ? { under: PROMISED_MS } : undefined
        measures.push(onlyFigure(`settle: ${load.rate} a second, ${word}`, "ms", figures, target))
      }
      if (load.rate !== CPU_AT && !quick) continue
      const cpu = { ours: ours.cpu, theirs: theirs.cpu, runs: load.events }
      measures.push(onlyFigure(`settle: ${load.rate} a second, CPU`, "ms of CPU per order", cpu))
    }
    return measures
  },
}
