import { webhookUrl } from "../support/plugin-env"
import { deliver, paidEvent, serviceEvent } from "./support/deliver"
import { interleave } from "./support/interleave"
import { type Bench, figuresOf, measureOf } from "./support/measure"
import { capturedAt, type Placed, placeOrders } from "./support/orders"
import type { ProbedServer } from "./support/probed-server"
import { type BenchStore, startStoreBesideStripe } from "./support/store-beside-stripe"

const announce = (store: BenchStore, { paymentId }: Placed, server: ProbedServer = store.server) =>
  deliver(serviceEvent(store, paidEvent(`evt_${paymentId}`, paymentId), { url: webhookUrl(server.url) }))

/** Microseconds of CPU that these servers use together for this work. */
async function cpuOfAll([first, ...others]: readonly ProbedServer[], work: () => Promise<void>): Promise<number> {
  if (!first) {
    await work()
    return 0
  }
  let rest = 0
  const own = await first.cpuOf(async () => {
    rest = await cpuOfAll(others, work)
  })
  return own + rest
}

/**
 * A burst of paid orders, whose events the servers get in turns.
 * @returns orders captured per second, from the first event to the last capture, and milliseconds of the servers' CPU
 * for each order
 */
const burstOn = (store: BenchStore, servers: readonly ProbedServer[], events: number) => async () => {
  const orders = await placeOrders(store, events)
  let perSecond = 0
  const cpu = await cpuOfAll(servers, async () => {
    const begun = Date.now()
    await Promise.all(orders.map((order, index) => announce(store, order, servers[index % servers.length])))
    const captured = await capturedAt(store, orders)
    perSecond = (events * 1000) / (Math.max(...captured.values()) - begun)
  })
  return { perSecond, cpu: cpu / 1000 / events }
}

/** Milliseconds of the server's CPU for each order. Sends all events at once, or each after the capture before it. */
const cpuPerOrder = (store: BenchStore, events: number, atOnce: boolean) => async () => {
  const orders = await placeOrders(store, events)
  const cpu = await store.server.cpuOf(async () => {
    if (atOnce) {
      await Promise.all(orders.map((order) => announce(store, order)))
      await capturedAt(store, orders)
    } else {
      for (const order of orders) {
        await announce(store, order)
        await capturedAt(store, [order])
      }
    }
  })
  return cpu / 1000 / events
}

/** Measures the cost of a burst, and the throughput with a second process on the same database. */
export const traffic: Bench = {
  name: "traffic",
  title: "A burst of paid orders, and a second process",
  run: async ({ quick, cleanup, progress }) => {
    const store = await startStoreBesideStripe(cleanup, { SHARED_LOCKS: "postgres" })
    const events = quick ? 5 : 12
    const runs = quick ? 2 : 4
    const bursts = await interleave(
      { ours: cpuPerOrder(store, events, true), theirs: cpuPerOrder(store, events, false) },
      { runs, warmUps: 1, onRun: (done) => progress(`bursts: ${done} of ${runs} turns`) },
    )
    // Larger bursts, and more of them to warm up, because a new process compiles its code during the first ones.
    const burstsOf = async (servers: readonly ProbedServer[], what: string) => {
      const [warmUps, runs] = quick ? [1, 2] : [3, 4]
      const burst = burstOn(store, servers, quick ? 5 : 40)
      const samples = []
      for (let turn = 0; turn < warmUps + runs; turn++) {
        const sample = await burst()
        if (turn < warmUps) continue
        samples.push(sample)
        progress(`${what}: ${samples.length} of ${runs} bursts`)
      }
      return samples
    }
    // Not in turns: the sweep of a second process would take part in the bursts of one.
    const theirs = await burstsOf([store.server], "one process")
    const processes = { theirs, ours: await burstsOf([store.server, await store.startAnother()], "two processes") }
    return [
      measureOf(`traffic: ${events} events at once beside one at a time`, "ms of CPU per order", bursts, { atMost: 1 }),
      measureOf(
        "traffic: two processes beside one",
        "orders captured per second",
        figuresOf(processes, ({ perSecond }) => perSecond),
      ),
      measureOf(
        "traffic: two processes beside one, CPU",
        "ms of CPU per order",
        figuresOf(processes, ({ cpu }) => cpu),
      ),
    ]
  },
}
