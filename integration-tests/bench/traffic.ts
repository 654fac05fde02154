import { request } from "undici"
import { sign, unixNow } from "../support/events"
import { webhookUrl } from "../support/plugin-env"
import { createStore } from "../support/store"
import { type Bench, measureOf } from "./support/measure"
import { type BenchStore, startStoreBesideStripe } from "./support/store-beside-stripe"

const MEBIBYTE = 1024 * 1024

/** What a busy store sees in a minute. */
const A_MINUTE = { events: 60, forged: 12, looks: 60, carts: 2 }

let made = 0

async function post({ server }: BenchStore, body: string, signature: string): Promise<void> {
  const headers = { "content-type": "application/json", "service-signature": signature }
  const answer = await request(webhookUrl(server.url), { method: "POST", headers, body })
  await answer.body.dump()
}

const eventBody = (id: string) =>
  JSON.stringify({ id: `evt_${made++}`, type: "payment.completed", data: { payment: { id } } })

/** One minute of a store's life: orders placed and paid, events twice and forged, and shoppers who look. */
async function minute(store: BenchStore): Promise<void> {
  const { server, seed, endpointSecret } = store
  const shop = createStore(server.url, seed)
  const tokens: string[] = []
  for (let count = 0; count < A_MINUTE.carts; count++) {
    const cart = await shop.makeCart({ email: `traffic-${made++}@example.com` })
    const { data } = await shop.openSession(cart)
    await shop.complete(cart)
    tokens.push(data.token)
    const paid = eventBody(data.payment_id)
    for (const _ of ["once", "twice"]) await post(store, paid, sign(paid, endpointSecret, unixNow()))
  }
  for (let count = 0; count < A_MINUTE.events; count++) {
    const body = JSON.stringify({ id: `evt_${made++}`, type: "payment.updated", data: { note: "x".repeat(1800) } })
    await post(store, body, sign(body, count < A_MINUTE.forged ? "forged" : endpointSecret, unixNow()))
  }
  for (let count = 0; count < A_MINUTE.looks; count++) {
    await shop.get(`/store/crypto-payments/${tokens[count % tokens.length]}`)
  }
}

/** Whether what the server holds grows with the hours: an hour's traffic, one minute right after the other. */
export const traffic: Bench = {
  name: "traffic",
  title: "An hour's traffic in a row, and what the server holds",
  run: async ({ quick, cleanup, progress }) => {
    const store = await startStoreBesideStripe(cleanup)
    const minutes = quick ? 6 : 60
    const third = minutes / 3
    const heap: number[] = []
    for (let passed = 1; passed <= minutes; passed++) {
      await minute(store)
      const { memory } = await store.server.usage()
      heap.push(memory.heapUsed / MEBIBYTE)
      if (passed % 10 === 0) progress(`${passed} of ${minutes} minutes: ${heap.at(-1)?.toFixed(1)} MiB of heap`)
    }
    // The first third fills what is filled once.
    const samples = { ours: heap.slice(2 * third), theirs: heap.slice(third, 2 * third) }
    return [measureOf("traffic: heap in the last 20 minutes beside the 20 before", "MiB of heap", samples)]
  },
}
