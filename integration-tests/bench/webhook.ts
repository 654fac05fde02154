import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { forEachOf } from "../cluster/support/crowd"
import { sign, unixNow } from "../support/events"
import { cpuOf } from "../support/usage"
import { type Bench, inTurns, measure } from "./support/measure"
import { type BenchStore, type Delivery, deliver, serviceEvent, startStoreBesideStripe } from "./support/store"

/** Core's route verifies five seconds after its answer. That work counts too, so both sides wait longer than that. */
const UNTIL_DONE_MS = 6_000
/** Deliveries sent at once. */
const LANES = 8

/** Makes events of 2 kB. Neither provider acts on them, because this compares only receiving. */
const filler = { note: "x".repeat(1800) }

const toOurs = (store: BenchStore, id: string, genuine: boolean): Delivery =>
  serviceEvent(store, { id, type: "payment.updated", data: { payment: { id: "pay_1", ...filler } } }, genuine)

function toCore({ server, stripeSecret }: BenchStore, id: string, genuine: boolean): Delivery {
  const object = { id: "ch_1", object: "charge", currency: "usd", amount: 2550, metadata: filler }
  const body = JSON.stringify({ id, object: "event", type: "charge.updated", data: { object } })
  const headers = { "stripe-signature": sign(body, genuine ? stripeSecret : "forged", unixNow()) }
  // Core's route answers 200 even to forged events.
  return { url: `${server.url}/hooks/payment/stripe_stripe`, headers, body, status: 200 }
}

export const webhook: Bench = {
  title: "Receiving events, compared with core's route with the Stripe provider",
  run: async ({ quick, cleanup }) => {
    const store = await startStoreBesideStripe(cleanup)
    const stored = async () => Number((await store.knex("crypto_webhook_event").count("id as n"))[0]?.n)
    const count = quick ? 100 : 1_000
    /** Microseconds of the server's CPU for each delivery, until all work on them is done. */
    const each = (to: typeof toOurs, genuine: boolean) => async () => {
      const deliveries = Array.from({ length: count }, () => to(store, `evt_${randomUUID()}`, genuine))
      const cpu = await cpuOf(store.server, async () => {
        await forEachOf(deliveries, LANES, deliver)
        await sleep(UNTIL_DONE_MS)
      })
      return cpu / count
    }
    const compare = (genuine: boolean) =>
      inTurns({ ours: each(toOurs, genuine), theirs: each(toCore, genuine) }, { runs: quick ? 3 : 5 })
    const unit = "µs of CPU per request"
    const genuine = await compare(true)
    const rows = await stored()
    if (rows === 0) throw new Error("no event was stored")
    const forged = await compare(false)
    if ((await stored()) !== rows) throw new Error("a forged event left a row")
    return [
      measure("webhook: verified and stored", unit, genuine, { ratioAtMost: 0.9 }),
      measure("webhook: forged", unit, forged, { ratioAtMost: 0.6 }),
    ]
  },
}
