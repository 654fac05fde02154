import { createStore } from "../support/store"
import { deliver, paidEvent, serviceEvent } from "./support/deliver"
import { type Bench, measureOf, measureOfDifference } from "./support/measure"
import { capturedAt, type Placed } from "./support/orders"
import { type BenchStore, startStoreBesideStripe } from "./support/store-beside-stripe"

const MEBIBYTE = 1024 * 1024

/** What a busy store sees in a minute. */
const A_MINUTE = { events: 60, forged: 12, looks: 60, carts: 2 }

/** An event of two kilobytes, such as services send. */
const FILLER = { note: "x".repeat(1800) }

/**
 * MiB that the heap may grow by from one third of the hour to the next. Twenty minutes are 1,200 events of 2 kB and as
 * many looks: whoever kept each event, or a kilobyte for each request, would hold more than this.
 */
const MAY_GROW_BY = 2

let made = 0

/** One minute of a store's life: orders placed and paid, events twice and forged, and shoppers who look. */
async function minute(store: BenchStore): Promise<Placed[]> {
  const shop = createStore(store.server.url, store.seed)
  const tokens: string[] = []
  const placed: Placed[] = []
  for (let count = 0; count < A_MINUTE.carts; count++) {
    const cart = await shop.makeCart({ email: `traffic-${made++}@example.com` })
    const { data } = await shop.openSession(cart)
    const done = await shop.complete(cart)
    if (done.type !== "order") throw new Error(done.error.message)
    tokens.push(data.token)
    placed.push({ paymentId: data.payment_id, orderId: done.orderId })
    const paid = paidEvent(`evt_${made++}`, data.payment_id)
    for (const _ of ["once", "twice"]) await deliver(serviceEvent(store, paid))
  }
  for (let count = 0; count < A_MINUTE.events; count++) {
    const event = { id: `evt_${made++}`, type: "payment.updated", data: FILLER }
    await deliver(serviceEvent(store, event, { genuine: count >= A_MINUTE.forged }))
  }
  for (let count = 0; count < A_MINUTE.looks; count++) {
    await shop.get(`/store/crypto-payments/${tokens[count % tokens.length]}`)
  }
  return placed
}

/** Whether what the server holds grows with the hours: an hour's traffic, one minute right after the other. */
export const traffic: Bench = {
  name: "traffic",
  title: "An hour's traffic in a row, and what the server holds",
  run: async ({ quick, cleanup, progress }) => {
    const store = await startStoreBesideStripe(cleanup)
    const minutes = quick ? 6 : 60
    const held: NodeJS.MemoryUsage[] = []
    const orders: Placed[] = []
    for (let passed = 1; passed <= minutes; passed++) {
      orders.push(...(await minute(store)))
      const { memory } = await store.server.usage()
      held.push(memory)
      const [heap, rss] = [memory.heapUsed, memory.rss].map((bytes) => (bytes / MEBIBYTE).toFixed(1))
      if (passed % (minutes / 6) === 0)
        progress(`${passed} of ${minutes} minutes: ${heap} MiB of heap, ${rss} resident`)
    }
    await capturedAt(store, orders)
    progress(`all ${orders.length} orders are settled`)
    // The first third fills what is filled once.
    const third = minutes / 3
    const samples = (one: "heapUsed" | "rss") => {
      const all = held.map((memory) => memory[one] / MEBIBYTE)
      return { ours: all.slice(2 * third), theirs: all.slice(third, 2 * third) }
    }
    const when = "in the last 20 minutes beside the 20 before"
    return [
      measureOfDifference(`traffic: heap ${when}`, "MiB of heap", samples("heapUsed"), MAY_GROW_BY),
      // What the allocator gives back, and when, is its own: told, and judged by nobody.
      measureOf(`traffic: memory ${when}`, "MiB resident", samples("rss")),
    ]
  },
}
