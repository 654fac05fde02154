import { randomBytes } from "node:crypto"
import { Webhook } from "standardwebhooks"
import Stripe from "stripe"
import { parseEvent } from "../../src/core/webhook/event"
import { signatureOf, verifySignature } from "../../src/core/webhook/signature"
import { type Bench, cpuPerOperation, inTurns, measure } from "./support/measure"

const BYTES = 2048
const SECRET = randomBytes(24)

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
function deliveries(count: number) {
  const now = Math.floor(Date.now() / 1000)
  const standard = new Webhook(SECRET.toString("base64"))
  return Array.from({ length: count }, (_, index) => {
    const body = eventOf(index)
    const standardHeaders = {
      "webhook-id": `msg_${index}`,
      "webhook-timestamp": String(now),
      "webhook-signature": standard.sign(`msg_${index}`, new Date(now * 1000), body),
    }
    return { body, header: `t=${now},v1=${signatureOf(String(now), body, SECRET.toString("hex"))}`, standardHeaders }
  })
}

type Delivery = ReturnType<typeof deliveries>[number]

/**
 * Verifies and parses a delivery: ours checks old and future times, each valid secret and the fields' lengths. stripe-node
 * checks one secret and only old times; standardwebhooks checks both times, with an HMAC in JavaScript.
 */
export const verify: Bench = {
  name: "verify",
  title: "Verifying events of 2 kB, compared with stripe-node and standardwebhooks",
  run: async ({ quick }) => {
    // With only 2,000 events, warming up after the garbage collection was a third of our time.
    const operations = quick ? 5_000 : 20_000
    const turns = { runs: quick ? 5 : 25, warmUps: 2 }
    const secret = SECRET.toString("hex")
    const stripe = new Stripe("sk_test_of_nobody")
    const standard = new Webhook(SECRET.toString("base64"))
    let signed = deliveries(64)
    const perSecond = (work: (delivery: Delivery) => unknown) => async () => {
      const microseconds = await cpuPerOperation(operations, () => {
        for (let index = 0; index < operations; index++) {
          const delivery = signed[index % signed.length]
          if (!delivery || !work(delivery)) throw new Error("a genuine event was refused")
        }
      })
      return 1_000_000 / microseconds
    }
    const ours = perSecond(({ body, header }) => {
      if (verifySignature(body, header, [secret], Math.floor(Date.now() / 1000)) !== undefined) return false
      return parseEvent(body).ok
    })
    const byStripe = perSecond(({ body, header }) => stripe.webhooks.constructEvent(body, header, secret))
    const byStandard = perSecond(({ body, standardHeaders }) => standard.verify(body, standardHeaders))

    const unit = "events per second of CPU"
    const besideStripe = await inTurns({ ours, theirs: byStripe }, turns)
    signed = deliveries(64)
    const besideStandard = await inTurns({ ours, theirs: byStandard }, turns)
    return [
      measure("verify: stripe-node's constructEvent", unit, besideStripe, { ratioAtLeast: 1.2 }),
      measure("verify: standardwebhooks", unit, besideStandard, { ratioAtLeast: 3 }),
    ]
  },
}
