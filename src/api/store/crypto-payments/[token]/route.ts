import { createHash } from "node:crypto"
import { type Context, contextOf } from "../../../../workflows/context"
import { linkNow, viewOfLink } from "../../../../workflows/payment-links/payment-link"
import { sweepIfOverdue } from "../../../../workflows/sweep/sweep"
import { shopperPayment } from "../../../../workflows/view-payment/view-payment"
import { type Found, refuseShopper, shopperRoute } from "../../../shopper/shopper-route"

/**
 * A payment's state from our own row, without a call to the service, with the token of the newest quote. A link's token
 * returns the link's payment, or null and the assets to choose from.
 */
export const GET = shopperRoute("status", async (req, res, found) => {
  const ctx = contextOf(req.scope)
  const answer = await answerFor(ctx, found)
  if (!answer) return refuseShopper(res, { code: "unknown_payment" })
  const etag = etagOf(answer)
  res.set("ETag", etag)
  if (isSame(req.get("if-none-match"), etag)) res.status(304).end()
  else res.json(answer)
  await sweepIfOverdue(ctx)
})

/** @returns undefined if the link's order is gone */
async function answerFor(context: Context, found: Found) {
  if ("payment" in found) {
    const { token, view } = await shopperPayment(context, found.payment)
    return { token, payment: view }
  }
  const { link } = found
  const now = await linkNow(context, link)
  if (!now) return undefined
  if (now.payment) return { token: now.payment.token, payment: now.payment.view }
  return { token: link.token, payment: null, link: await viewOfLink(context, link, now.balance) }
}

/** A weak ETag: it ignores the server's time, which differs in every answer. */
function etagOf(answer: object): string {
  const said = JSON.stringify(answer, (name, value) => (name === "server_time" ? undefined : value))
  const hash = createHash("sha256").update(said)
  return `W/"${hash.digest("base64url").slice(0, 22)}"`
}

/**
 * Whether the client already has this answer (RFC 9110 13.1.2, weak comparison). Express's own check also reads
 * Cache-Control, which a browser sets to no-cache when a script sends If-None-Match.
 */
function isSame(ifNoneMatch: string | undefined, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, "")
  return (ifNoneMatch ?? "").split(",").some((tag) => tag.trim() === "*" || plain(tag) === plain(etag))
}
