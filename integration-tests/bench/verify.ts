import { randomBytes } from "node:crypto"
import { Webhook } from "standardwebhooks"
import Stripe from "stripe"
import { parseEvent, signatureOf, verifySignature } from "../../src/core/webhook/event"
import { unixNow } from "../support/events"
import { type Bench, cpuPerOperation, inTurns, measure } from "./support/measure"

const SECRET = randomBytes(24)
const HEX = SECRET.toString("hex")
const stripe = new Stripe("sk_test_of_nobody")
const standard = new Webhook(SECRET.toString("base64"))

const BYTES = 2048

/** An event of exactly `BYTES` bytes, nested and with more fields than needed, as services send them. */
function eventOf(index: number): Buffer {
  const metadata: Record<string, string> = {}
  const payAmount = { base: "40000", asset: "BTC", decimals: 8 }
  const payment = { id: `pay_${index}`, status: "completed", confirmations: 3, chain: "bitcoin", payAmount, metadata }
  const event = { id: `evt_${index}`, type: "payment.completed", createdAt: "2026-11-21T06:00:00Z", data: { payment } }
  const size = () => JSON.stringify(event).length
  for (let field = 0; size() < BYTES - 100; field++) metadata[`field_${field}`] = randomBytes(24).toString("hex")
  metadata.rest = ""
  metadata.rest = "x".repeat(BYTES - size())
  return Buffer.from(JSON.stringify(event))
}

/** Signed now, because all three refuse a signature older than five minutes. */
function deliveryOf(index: number) {
  const [now, id, body] = [unixNow(), `msg_${index}`, eventOf(index)]
  const signature = standard.sign(id, new Date(now * 1000), body)
  const headers = { "webhook-id": id, "webhook-timestamp": String(now), "webhook-signature": signature }
  return { body, header: `t=${now},v1=${signatureOf(String(now), body, HEX)}`, headers }
}

type Delivery = ReturnType<typeof deliveryOf>

/**
 * Verifies and parses a delivery: ours checks old and future times, each valid secret and the fields' lengths. stripe-node
 * checks one secret and only old times; standardwebhooks checks both times, with an HMAC in JavaScript.
 */
export const verify: Bench = {
  title: "Verifying events of 2 kB, compared with stripe-node and standardwebhooks",
  run: async ({ quick }) => {
    // With only 2,000 events, warming up after the garbage collection was a third of our time.
    const operations = 64 * (quick ? 80 : 320)
    const perSecond = (deliveries: Delivery[], work: (delivery: Delivery) => unknown) => async () => {
      const microseconds = await cpuPerOperation(operations, () => {
        for (let left = operations; left > 0; left -= deliveries.length) {
          for (const one of deliveries) if (!work(one)) throw new Error("a genuine event was refused")
        }
      })
      return 1_000_000 / microseconds
    }
    const compare = (other: (delivery: Delivery) => unknown) => {
      const deliveries = Array.from({ length: 64 }, (_, index) => deliveryOf(index))
      const ours = ({ body, header }: Delivery) =>
        verifySignature(body, header, [HEX], unixNow()) === undefined && parseEvent(body).ok
      const pair = { ours: perSecond(deliveries, ours), theirs: perSecond(deliveries, other) }
      return inTurns(pair, { runs: quick ? 5 : 25, warmUps: 2 })
    }
    const unit = "events per second of CPU"
    const besideStripe = await compare(({ body, header }) => stripe.webhooks.constructEvent(body, header, HEX))
    const besideStandard = await compare(({ body, headers }) => standard.verify(body, headers))
    return [
      measure("verify: stripe-node's constructEvent", unit, besideStripe, { ratioAtLeast: 1.2 }),
      measure("verify: standardwebhooks", unit, besideStandard, { ratioAtLeast: 3 }),
    ]
  },
}
