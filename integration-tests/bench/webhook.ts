import { setTimeout as sleep } from "node:timers/promises"
import { sign, unixNow } from "../support/events"
import { type Delivery, deliver, serviceEvent } from "./support/deliver"
import { interleave, type Run } from "./support/interleave"
import { type Bench, measureOf } from "./support/measure"
import type { ProbedServer } from "./support/probed-server"
import { type BenchStore, startStoreBesideStripe } from "./support/store-beside-stripe"

/** Core's route verifies five seconds after its answer. That work counts too, so both sides wait longer than that. */
const UNTIL_DONE_MS = 6_000

/** Deliveries sent at once. */
const AT_ONCE = 8

let made = 0

/** Makes events of 2 kB. Neither provider acts on them, because this compares only receiving. */
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
  // Core's route answers 200 even to forged events.
  return { url: `${server.url}/hooks/payment/stripe_stripe`, header: "stripe-signature", body, signature, status: 200 }
}

/** Microseconds of the server's CPU for each delivery, until all work on them is done. */
const cpuOfServer =
  (server: ProbedServer, deliveries: number, make: () => Delivery): Run =>
  async () => {
    const waiting = Array.from({ length: deliveries }, make)
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await deliver(next)
    }
    const cpu = await server.cpuOf(async () => {
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      await sleep(UNTIL_DONE_MS)
    })
    return cpu / deliveries
  }

/**
 * Compares receiving an event by the plugin's route and by core's route with Medusa's Stripe provider, on one server.
 */
export const webhook: Bench = {
  name: "webhook",
  title: "Receiving events, compared with core's route with the Stripe provider",
  run: async ({ quick, cleanup, progress }) => {
    const store = await startStoreBesideStripe(cleanup)
    const { server, knex } = store
    const stored = async () => Number((await knex("crypto_webhook_event").count("id as n"))[0]?.n)
    const deliveries = quick ? 100 : 1_000
    const turns = (what: string) => {
      const runs = quick ? 3 : 5
      return { runs, warmUps: 1, onRun: (done: number) => progress(`${what}: ${done} of ${runs} turns`) }
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
    return [
      measureOf("webhook: verified and stored", unit, genuine, { atMost: 1.1 }),
      measureOf("webhook: forged", unit, forged, { atMost: 0.65 }),
    ]
  },
}
