import { randomBytes } from "node:crypto"
import { Webhook } from "standardwebhooks"
import Stripe from "stripe"
import { parseEvent } from "../../src/core/webhook/event"
import { signatureOf, verifySignature } from "../../src/core/webhook/signature"
import { interleave, operationsPerSecond } from "./support/interleave"
import { type Bench, measureOf } from "./support/measure"

const BYTES = 2048
const SECRET = randomBytes(24)

/** An event of exactly that many bytes, such as services send: some nesting, and more than is needed. */
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

/** Signed at this moment: all three refuse what is older than five minutes. */
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
 * From the bytes and the header of a delivery to an event that can be trusted, by each one's own words for it.
 *
 * Ours, `verifySignature` and `parseEvent`: reads the header, checks its time in both directions, makes an HMAC over
 * the bytes for each secret in force, compares in constant time, decodes, parses the JSON, and picks out and bounds
 * what is used of it (kind, payment ids, event id, status word, confirmations). No zod: the body has no known shape.
 * stripe-node, `constructEvent`: the same up to the parsed JSON, for one secret and with no check of a time that lies
 * ahead, and gives that JSON to its caller as it is. standardwebhooks, `verify`: the same as stripe-node with a header
 * for each piece and times in both directions; its HMAC is in JavaScript.
 *
 * So ours does somewhat more. The third measure leaves the body unread and is told only.
 */
export const verify: Bench = {
  name: "verify",
  title: "Verifying events of 2 kB, beside stripe-node and standardwebhooks",
  run: async ({ quick }) => {
    // Long enough that what a collected heap has forgotten, such as the shapes that JSON.parse knew, does not count: with
    // 2,000 events in a turn it was a third of ours, whose own work is the least.
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
    const unread = each(
      ({ body, header }) => verifySignature(body, header, [secret], Math.floor(Date.now() / 1000)) === undefined,
    )
    const byStripe = each(({ body, header }) => stripe.webhooks.constructEvent(body, header, secret))
    const byStandard = each(({ body, standardHeaders }) => standard.verify(body, standardHeaders))

    const unit = "events per second of CPU"
    const besideStripe = await interleave({ ours, theirs: byStripe }, turns)
    signed = deliveries(64)
    const besideStandard = await interleave({ ours, theirs: byStandard }, turns)
    signed = deliveries(64)
    const unreadBesideStripe = await interleave({ ours: unread, theirs: byStripe }, turns)
    return [
      measureOf("verify: stripe-node's constructEvent", unit, besideStripe, { atLeast: 1.2 }),
      measureOf("verify: standardwebhooks", unit, besideStandard, { atLeast: 3 }),
      measureOf("verify: ours without reading the body, beside stripe-node", unit, unreadBesideStripe),
    ]
  },
}
