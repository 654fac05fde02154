import { webhookUrl } from "../support/plugin-env"
import { deliver, paidEvent, serviceEvent } from "./support/deliver"
import { interleave } from "./support/interleave"
import { type Bench, measureOf } from "./support/measure"
import { capturedAt, type Placed, placeOrders } from "./support/orders"
import type { ProbedServer } from "./support/probed-server"
import { type BenchStore, startStoreBesideStripe } from "./support/store-beside-stripe"

const announce = (store: BenchStore, { paymentId }: Placed, server: ProbedServer = store.server) =>
  deliver(serviceEvent(store, paidEvent(`evt_${paymentId}`, paymentId), { url: webhookUrl(server.url) }))

/**
 * Orders captured per second, from the first event of a burst to the last capture. The servers get the events in turns.
 */
const throughputOf = (store: BenchStore, servers: readonly ProbedServer[], events: number) => async () => {
  const orders = await placeOrders(store, events)
  const begun = Date.now()
  await Promise.all(orders.map((order, index) => announce(store, order, servers[index % servers.length])))
  const captured = await capturedAt(store, orders)
  return (events * 1000) / (Math.max(...captured.values()) - begun)
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
    const turns = (what: string) => {
      const runs = quick ? 2 : 4
      return { runs, warmUps: 1, onRun: (done: number) => progress(`${what}: ${done} of ${runs} turns`) }
    }
    const bursts = await interleave(
      { ours: cpuPerOrder(store, events, true), theirs: cpuPerOrder(store, events, false) },
      turns("bursts"),
    )
    const one = [store.server]
    const two = [store.server, await store.startAnother()]
    const processes = await interleave(
      { ours: throughputOf(store, two, events), theirs: throughputOf(store, one, events) },
      turns("processes"),
    )
    return [
      measureOf(`traffic: ${events} events at once beside one at a time`, "ms of CPU per order", bursts, { atMost: 1 }),
      measureOf("traffic: two processes beside one", "orders captured per second", processes),
    ]
  },
}
