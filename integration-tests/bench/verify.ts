import { randomBytes } from "node:crypto"
import { Webhook } from "standardwebhooks"
import Stripe from "stripe"
import { parseEvent } from "../../src/core/webhook/event"
import { signatureOf, verifySignature } from "../../src/core/webhook/signature"
import { interleave, operationsPerSecond } from "./support/interleave"
import { type Bench, measureOf } from "./support/measure"

const BYTES = 2048
const SECRET = randomBytes(24)

/** An event of exactly `BYTES` bytes, nested and with more fields than needed, as services send them. */
function eventOf(index: number): Buffer {
  const payment = {
    id: `pay_${index}`,
    status: "completed",
    confirmations: 3,
    asset: "BTC",
    chain: "bitcoin",
    payAmount: { base: "40000", asset: "BTC", decimals: 8 },
    displayAmount: { minor: 2550, currency: "USD" },
    metadata: {} as Record<string, string>,
  }
  const event = { id: `evt_${index}`, type: "payment.completed", createdAt: "2026-11-21T06:00:00Z", data: { payment } }
  for (let field = 0; JSON.stringify(event).length < BYTES - 100; field++) {
    payment.metadata[`field_${field}`] = randomBytes(24).toString("hex")
  }
  payment.metadata.rest = ""
  payment.metadata.rest = "x".repeat(BYTES - JSON.stringify(event).length)
  return Buffer.from(JSON.stringify(event))
}

/** Signed now, because all three refuse a signature older than five minutes. */
function deliveries(count: number) {
  const now = Math.floor(Date.now() / 1000)
  const standard = new Webhook(SECRET.toString("base64"))
  return Array.from({ length: count }, (_, index) => {
    const body = eventOf(index)
    const mac = signatureOf(String(now), body, SECRET.toString("hex"))
    return {
      body,
      header: `t=${now},v1=${mac}`,
      standardHeaders: {
        "webhook-id": `msg_${index}`,
        "webhook-timestamp": String(now),
        "webhook-signature": standard.sign(`msg_${index}`, new Date(now * 1000), body),
      },
    }
  })
}

/**
 * Compares verifying and parsing a delivery: ours checks old and future times, each valid secret and the fields'
 * lengths. stripe-node checks one secret and only old times; standardwebhooks checks both times, with an HMAC in
 * JavaScript.
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
    const each = (work: (delivery: (typeof signed)[number]) => unknown) =>
      operationsPerSecond(operations, (count) => {
        for (let index = 0; index < count; index++) {
          const delivery = signed[index % signed.length]
          if (!delivery || !work(delivery)) throw new Error("a genuine event was refused")
        }
      })
    const ours = each(({ body, header }) => {
      if (verifySignature(body, header, [secret], Math.floor(Date.now() / 1000)) !== undefined) return false
      return parseEvent(body).ok
    })
    const byStripe = each(({ body, header }) => stripe.webhooks.constructEvent(body, header, secret))
    const byStandard = each(({ body, standardHeaders }) => standard.verify(body, standardHeaders))

    const unit = "events per second of CPU"
    const besideStripe = await interleave({ ours, theirs: byStripe }, turns)
    signed = deliveries(64)
    const besideStandard = await interleave({ ours, theirs: byStandard }, turns)
    return [
      measureOf("verify: stripe-node's constructEvent", unit, besideStripe, { atLeast: 1.2 }),
      measureOf("verify: standardwebhooks", unit, besideStandard, { atLeast: 3 }),
    ]
  },
}
