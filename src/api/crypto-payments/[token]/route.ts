import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { findShopperPayment } from "../../../workflows/find-shopper-payment"
import { renewQuote } from "../../../workflows/renew-quote"
import { secondsToWait } from "../../rate-limits"
import { answerJson, answerMissing, answerPage, answerTooMany, wantsJson } from "../answer"
import { readChoice } from "../choice"
import { noticeOf } from "../notice"
import { ownPath } from "../own-path"
import { isOwnForm } from "../same-origin"

/** The shopper's page of a payment; as JSON, what has changed on it. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const token = req.params.token as string
  const wait = secondsToWait("page", token, req.ip, Date.now())
  if (wait > 0) return answerTooMany(req, res, wait)
  const found = await findShopperPayment(req.scope, token, new Date())
  if (!found) answerMissing(req, res)
  else if (wantsJson(req)) answerJson(res, found.view)
  else await answerPage(req, res, found)
}

/** The page's forms: a new price, or another asset. Both end on the page of what is to be paid now. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const token = req.params.token as string
  const wait = secondsToWait("quote", token, req.ip, Date.now())
  if (wait > 0) return answerTooMany(req, res, wait)
  const found = await findShopperPayment(req.scope, token, new Date())
  if (!found) return answerMissing(req, res)
  if (!isOwnForm(req)) return answerPage(req, res, found, { status: 403, notice: "unavailable" })

  const origin = { ip: req.ip, header: (name: string) => req.get(name) }
  const renewed = await renewQuote(req.scope, token, readChoice(req.body), origin, new Date())
  if (renewed.ok) {
    res.set("Cache-Control", "no-store").redirect(303, ownPath(req, renewed.token))
    return
  }
  if (renewed.retryAfter !== undefined) res.set("Retry-After", String(renewed.retryAfter))
  await answerPage(req, res, found, { status: renewed.status, notice: noticeOf(renewed.code) })
}
