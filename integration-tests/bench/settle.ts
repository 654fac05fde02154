import { setTimeout as sleep } from "node:timers/promises"
import { webhookUrl } from "../support/plugin-env"
import { deliver, paidEvent, serviceEvent } from "./support/deliver"
import { interleave } from "./support/interleave"
import { type Bench, figuresOf, type Measure, measureOf, onlyFigure } from "./support/measure"
import { capturedAt, placeOrders } from "./support/orders"
import { quantile } from "./support/statistics"
import { type BenchStore, startStoreBesideStripe } from "./support/store-beside-stripe"

/** Events per second, events in a block, and blocks on each route. */
type Load = { rate: number; events: number; blocks: number }

/**
 * The promise is judged at each load. Medusa's own capture takes about 130 ms on one thread, so at fifty events a second
 * most wait in line on either route.
 */
const LOADS: Load[] = [
  { rate: 1, events: 15, blocks: 4 },
  { rate: 2, events: 40, blocks: 4 },
  { rate: 10, events: 30, blocks: 4 },
  { rate: 50, events: 30, blocks: 4 },
]
const QUICK: Load[] = [{ rate: 2, events: 5, blocks: 2 }]

/** The first events find cold caches. */
const WARM_UP: Load = { rate: 5, events: 10, blocks: 1 }

/** Of each block; p99 is of all blocks together. */
const SHARES = [
  ["p50", 0.5],
  ["p95", 0.95],
] as const

/** The promise for p99. */
const PROMISED_MS = 1_000

type Block = {
  /** From sending each event to its order's capture. */
  milliseconds: number[]
  /** Milliseconds of the server's CPU for each order, from its event to its capture. */
  cpu: number
}

/** Sends one block's events to a route, for orders that wait. */
const block =
  (store: BenchStore, url: string, { rate, events }: Load) =>
  async (): Promise<Block> => {
    const orders = await placeOrders(store, events)
    const sent = new Map<string, number>()
    let captured = new Map<string, number>()
    const cpu = await store.server.cpuOf(async () => {
      const begun = performance.now()
      const answers = orders.map(async ({ paymentId, orderId }, index) => {
        await sleep(Math.max(0, begun + (index * 1000) / rate - performance.now()))
        sent.set(orderId, Date.now())
        await deliver(serviceEvent(store, paidEvent(`evt_${paymentId}`, paymentId), { url }))
      })
      await Promise.all(answers)
      captured = await capturedAt(store, orders)
    })
    const took = ({ orderId }: { orderId: string }) =>
      (captured.get(orderId) ?? Number.NaN) - (sent.get(orderId) ?? Number.NaN)
    return { milliseconds: orders.map(took), cpu: cpu / 1000 / events }
  }

/**
 * From an event's arrival to its order's capture, on our route and on core's, with the same provider behind both. Core
 * waits five seconds before it processes an event, to avoid the shopper's own request; ours needs no wait.
 */
export const settle: Bench = {
  name: "settle",
  title: "From an event's arrival to its order's capture, beside core's route",
  run: async ({ quick, cleanup, progress }) => {
    const store = await startStoreBesideStripe(cleanup)
    const by = (load: Load) => ({
      ours: block(store, webhookUrl(store.server.url), load),
      theirs: block(store, `${store.server.url}/hooks/payment/crypto_default`, load),
    })
    progress("the store runs")
    await interleave(by(WARM_UP), { runs: 1, warmUps: 0 })
    const measures: Measure[] = []
    for (const load of quick ? QUICK : LOADS) {
      const { rate, events, blocks } = load
      const name = `settle: ${rate} a second`
      const onRun = (done: number) => progress(`${rate} a second: ${done} of ${blocks} blocks by each route`)
      const found = await interleave(by(load), { runs: blocks, warmUps: 0, onRun })
      for (const [word, share] of SHARES) {
        const ofEach = figuresOf(found, ({ milliseconds }) => quantile(milliseconds, share))
        measures.push(measureOf(`${name}, ${word}`, `ms, in blocks of ${events} events`, ofEach))
      }
      const ofAll = (side: readonly Block[]) =>
        quantile(
          side.flatMap(({ milliseconds }) => milliseconds),
          0.99,
        )
      const slowest = { ours: ofAll(found.ours), theirs: ofAll(found.theirs), runs: blocks }
      const cpu = figuresOf(found, (one) => one.cpu)
      measures.push(
        onlyFigure(`${name}, p99`, `ms, of ${events * blocks} events`, slowest, { under: PROMISED_MS }),
        measureOf(`${name}, CPU`, "ms of CPU per order", cpu, { atMost: 0.75 }),
      )
    }
    return measures
  },
}
