import { setTimeout as sleep } from "node:timers/promises"
import { CRYPTO_PROVIDER } from "../support/constants"
import { type Delivery, deliver, paidEvent, serviceEvent } from "./support/deliver"
import { interleave } from "./support/interleave"
import { type Bench, figuresOf, type Measure, measureOf, onlyFigure } from "./support/measure"
import { capturedAt, type Placed, placeOrders } from "./support/orders"
import { quantile } from "./support/statistics"
import { type BenchStore, offer, PLAIN_PROVIDER, startStoreBesideStripe } from "./support/store-beside-stripe"

/** Events per second, events in a block, and blocks on each route. */
type Load = { rate: number; events: number; blocks: number }

/** The most events per second that one process captures as they arrive. Medusa's own capture takes about 90 ms of CPU. */
const CAPACITY = 10

/** 50 events per second are more than one process captures: most wait in a queue on both routes. */
const LOADS: Load[] = [
  { rate: 2, events: 10, blocks: 6 },
  { rate: CAPACITY, events: 10, blocks: 6 },
  { rate: 50, events: 20, blocks: 3 },
]
const QUICK: Load[] = [{ rate: 2, events: 6, blocks: 4 }]

/** Not measured, because the first events run with cold caches. */
const WARM_UP: Load = { rate: 5, events: 10, blocks: 1 }

/** Percentiles of each block. p99 is of all blocks together. */
const SHARES = [
  ["p50", 0.5],
  ["p95", 0.95],
] as const

/** The target for p99, up to the capacity of one process. */
const PROMISED_MS = 1_000

type Block = {
  /** From sending each event to its order's capture. */
  milliseconds: number[]
  /** Milliseconds of the server's CPU for each order, from its event to its capture. */
  cpu: number
}

type Side = { provider: string; event: (order: Placed) => Delivery }

const ours = (store: BenchStore): Side => ({
  provider: CRYPTO_PROVIDER,
  event: ({ paymentId }) => serviceEvent(store, paidEvent(`evt_${paymentId}`, paymentId)),
})

const theirs = ({ server }: BenchStore): Side => ({
  provider: PLAIN_PROVIDER,
  event: ({ sessionId, amount }) => ({
    ...{ url: `${server.url}/hooks/payment/plain_plain`, header: "x-signature", signature: "none", status: 200 },
    body: JSON.stringify({ session_id: sessionId, amount }),
  }),
})

/** Places orders, sends their events and waits for the captures. */
const block =
  (store: BenchStore, { provider, event }: Side, { rate, events }: Load) =>
  async (): Promise<Block> => {
    const orders = await placeOrders(store, events, provider)
    const sent = new Map<string, number>()
    let captured = new Map<string, number>()
    const cpu = await store.server.cpuOf(async () => {
      const begun = performance.now()
      const answers = orders.map(async (order, index) => {
        await sleep(Math.max(0, begun + (index * 1000) / rate - performance.now()))
        sent.set(order.orderId, Date.now())
        await deliver(event(order))
      })
      await Promise.all(answers)
      captured = await capturedAt(store, orders)
    })
    const took = ({ orderId }: { orderId: string }) =>
      (captured.get(orderId) ?? Number.NaN) - (sent.get(orderId) ?? Number.NaN)
    return { milliseconds: orders.map(took), cpu: cpu / 1000 / events }
  }

/**
 * Compares the time from an event to its order's capture: by the plugin, and by core's route and its
 * processPaymentWorkflow with a provider that does no work. Core waits five seconds before it processes an event.
 */
export const settle: Bench = {
  name: "settle",
  title: "From an event's arrival to its order's capture, compared with core's route",
  run: async ({ quick, cleanup, progress }) => {
    const store = await startStoreBesideStripe(cleanup)
    await offer(store, PLAIN_PROVIDER)
    const by = (load: Load) => ({
      ours: block(store, ours(store), load),
      theirs: block(store, theirs(store), load),
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
      const promised = rate > CAPACITY ? undefined : { under: PROMISED_MS }
      const slowest = { ours: ofAll(found.ours), theirs: ofAll(found.theirs), runs: blocks }
      const cpu = figuresOf(found, (one) => one.cpu)
      measures.push(
        onlyFigure(`${name}, p99`, `ms, of ${events * blocks} events`, slowest, promised),
        measureOf(`${name}, CPU`, "ms of CPU per order", cpu, { atMost: 0.75 }),
      )
    }
    return measures
  },
}
