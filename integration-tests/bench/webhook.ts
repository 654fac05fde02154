import { setTimeout as sleep } from "node:timers/promises"
import { request } from "undici"
import { sign, unixNow } from "../support/events"
import { webhookUrl } from "../support/plugin-env"
import { interleave, type Run } from "./support/interleave"
import { type Bench, measureOf } from "./support/measure"
import type { ProbedServer } from "./support/probed-server"
import { type BenchStore, startStoreBesideStripe } from "./support/store-beside-stripe"

/** Core's route verifies five seconds after it answered, and what that costs is its own. Both wait as long. */
const UNTIL_DONE_MS = 6_000

/** Deliveries under way at once. */
const AT_ONCE = 8

type Delivery = { url: string; header: string; body: string; signature: string; status: number }

let made = 0

/** Two kilobytes that neither provider acts on: what is compared is the reception, and not what comes after. */
const filler = { note: "x".repeat(1800) }

function toOurs({ server, endpointSecret }: BenchStore, genuine: boolean): Delivery {
  const body = JSON.stringify({
    id: `evt_${made++}`,
    type: "payment.updated",
    data: { payment: { id: "pay_1", ...filler } },
  })
  const signature = sign(body, genuine ? endpointSecret : "forged", unixNow())
  const status = genuine ? 200 : 401
  return { url: webhookUrl(server.url), header: "service-signature", body, signature, status }
}

function toCore({ server, stripeSecret }: BenchStore, genuine: boolean): Delivery {
  const object = { id: "ch_1", object: "charge", currency: "usd", amount: 2550, metadata: filler }
  const body = JSON.stringify({ id: `evt_${made++}`, object: "event", type: "charge.updated", data: { object } })
  const signature = sign(body, genuine ? stripeSecret : "forged", unixNow())
  // It says 200 to whatever comes.
  return { url: `${server.url}/hooks/payment/stripe_stripe`, header: "stripe-signature", body, signature, status: 200 }
}

async function deliver({ url, header, body, signature, status }: Delivery): Promise<void> {
  const headers = { "content-type": "application/json", [header]: signature }
  const answer = await request(url, { method: "POST", headers, body })
  await answer.body.dump()
  if (answer.statusCode !== status) throw new Error(`${url} answered ${answer.statusCode} instead of ${status}`)
}

/** Microseconds of the server's CPU per delivery, from the first one until all that came of them is done. */
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

/** Receiving an event, verified and stored, beside core's route with Medusa's Stripe provider on the same server. */
export const webhook: Bench = {
  name: "webhook",
  title: "Receiving events, beside core's route with the Stripe provider",
  run: async ({ quick, cleanup, progress }) => {
    const store = await startStoreBesideStripe(cleanup)
    const { server, knex } = store
    const stored = async () => Number((await knex("crypto_webhook_event").count("id as n"))[0]?.n)
    const deliveries = quick ? 100 : 300
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
    return [
      measureOf("webhook: verified and stored", unit, genuine, { atMost: 1 }),
      measureOf("webhook: forged", unit, forged, { atMost: 0.8 }),
    ]
  },
}
