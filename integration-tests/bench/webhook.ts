import { setTimeout as sleep } from "node:timers/promises"
import { sign, unixNow } from "../support/events"
import { until } from "../support/until"
import { type Delivery, deliver, paidEvent, serviceEvent } from "./support/deliver"
import { interleave, type Run } from "./support/interleave"
import { type Bench, measureOf } from "./support/measure"
import { capturedAt, placeOrders } from "./support/orders"
import type { ProbedServer } from "./support/probed-server"
import { type BenchStore, startStoreBesideStripe } from "./support/store-beside-stripe"

/** Core's route verifies five seconds after its answer, and that work counts too. Both sides wait as long. */
const UNTIL_DONE_MS = 6_000

/** By then all events of a turn are processed, even on a busy machine. */
const WORKED_ON_WITHIN_MS = 120_000

/** Deliveries sent at once. */
const AT_ONCE = 8

let made = 0

/** 2 kB that neither provider acts on: this compares receiving, not what follows. */
const filler = { note: "x".repeat(1800) }

const toOurs = (store: BenchStore, genuine: boolean): Delivery =>
  serviceEvent(
    store,
    { id: `evt_${made++}`, type: "payment.updated", data: { payment: { id: "pay_1", ...filler } } },
    { genuine },
  )

function toCore({ server, stripeSecret }: BenchStore, genuine: boolean): Delivery {
  const object = { id: "ch_1", object: "charge", currency: "usd", amount: 2550, metadata: filler }
  const body = JSON.stringify({ id: `evt_${made++}`, object: "event", type: "charge.updated", data: { object } })
  const signature = sign(body, genuine ? stripeSecret : "forged", unixNow())
  // It answers 200 to everything, forged events included.
  return { url: `${server.url}/hooks/payment/stripe_stripe`, header: "stripe-signature", body, signature, status: 200 }
}

/** Microseconds of the server's CPU per delivery, from the first one until all work on them is done. */
const cpuOfServer =
  (server: ProbedServer, deliveries: number, make: () => Delivery, done = () => sleep(UNTIL_DONE_MS)): Run =>
  async () => {
    const waiting = Array.from({ length: deliveries }, make)
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await deliver(next)
    }
    const cpu = await server.cpuOf(async () => {
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      await done()
    })
    return cpu / deliveries
  }

/**
 * Paid events for a payment that is already settled: received and processed, without the capture, which benchmark
 * `settle` measures. Core's route gets them for our provider, because Stripe's provider does other work.
 */
async function paidAgain(store: BenchStore, deliveries: number): Promise<{ ours: Run; theirs: Run }> {
  const orders = await placeOrders(store, 1)
  const [order] = orders
  if (!order) throw new Error("no order was placed")
  const next = (url?: string) => () => serviceEvent(store, paidEvent(`evt_${made++}`, order.paymentId), { url })
  await deliver(next()())
  await capturedAt(store, orders)
  const processed = async () =>
    Number((await store.knex("crypto_webhook_event").where({ state: "processed" }).count("id as n"))[0]?.n)
  let expected = await until("the first event is worked on", async () => (await processed()) || null)
  const workedOn = async () => {
    expected += deliveries
    await until("every event is worked on", async () => (await processed()) >= expected, WORKED_ON_WITHIN_MS)
  }
  const coreUrl = `${store.server.url}/hooks/payment/crypto_default`
  return {
    ours: cpuOfServer(store.server, deliveries, next(), workedOn),
    theirs: cpuOfServer(store.server, deliveries, next(coreUrl), workedOn),
  }
}

/** Receiving an event, verified and stored, beside core's route with Medusa's Stripe provider on the same server. */
export const webhook: Bench = {
  name: "webhook",
  title: "Receiving events, beside core's route with the Stripe provider",
  run: async ({ quick, cleanup, progress }) => {
    const store = await startStoreBesideStripe(cleanup)
    const { server, knex } = store
    const stored = async () => Number((await knex("crypto_webhook_event").count("id as n"))[0]?.n)
    const deliveries = quick ? 100 : 1_000
    const turns = (what: string) => {
      const runs = quick ? 3 : 7
      return { runs, warmUps: quick ? 1 : 2, onRun: (done: number) => progress(`${what}: ${done} of ${runs} turns`) }
    }
    const pair = (genuine: boolean) => ({
      ours: cpuOfServer(server, deliveries, () => toOurs(store, genuine)),
      theirs: cpuOfServer(server, deliveries, () => toCore(store, genuine)),
    })
    const unit = "µs of CPU per request"
    const genuine = await interleave(pair(true), turns("genuine"))
    const rows = await stored()
    if (rows === 0) throw new Error("no event was stored")
    const forged = await interleave(pair(false), turns("forged"))
    if ((await stored()) !== rows) throw new Error("a forged event left a row")
    const paid = await interleave(await paidAgain(store, deliveries), turns("paid"))
    return [
      measureOf("webhook: verified and stored", unit, genuine, { atMost: 1.1 }),
      measureOf("webhook: forged", unit, forged, { atMost: 0.65 }),
      measureOf("webhook: paid, verified, stored and worked on, beside core's route to our provider", unit, paid),
    ]
  },
}
