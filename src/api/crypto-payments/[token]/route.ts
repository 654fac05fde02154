import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ofPayment } from "../../../core/text/log-lines"
import type { PaymentRow } from "../../../modules/crypto-payments/stores/rows"
import { noticeOf } from "../../../pay-page/notice"
import { contextOf } from "../../../workflows/context"
import { renewQuote } from "../../../workflows/renew-quote/renew-quote"
import { sweepIfOverdue } from "../../../workflows/sweep/sweep-if-overdue"
import { type ShopperPayment, shopperPayment } from "../../../workflows/view-payment/view-payment"
import { findPayment, originOf } from "../../shopper/find-payment"
import { isOwnForm, readChoice } from "../form"
import {
  answerJson,
  answerMissing,
  answerPage,
  answerRedirect,
  answerTooMany,
  answerUnavailable,
  wantsJson,
} from "../respond"

type Answer = (req: MedusaRequest, res: MedusaResponse, found: ShopperPayment) => Promise<void>

/** The shopper's page of a payment; as JSON, what changed on it. */
export const GET = pageRoute("page", async (req, res, found) => {
  if (wantsJson(req)) answerJson(res, found)
  else await answerPage(req, res, found)
  await sweepIfOverdue(req.scope)
})

/** The page's forms: a new price, or another asset. Both lead to the page of the payment to pay now. */
export const POST = pageRoute("quote", async (req, res, found) => {
  if (!isOwnForm(req)) return answerPage(req, res, found, { status: 403, notice: "unavailable" })

  const token = req.params.token as string
  const renewed = await renewQuote(contextOf(req.scope), token, readChoice(req.body), originOf(req))
  if (renewed.ok) return answerRedirect(req, res, renewed.token)
  if (renewed.retryAfter !== undefined) res.set("Retry-After", String(renewed.retryAfter))
  await answerPage(req, res, found, { status: renewed.status, notice: noticeOf(renewed.code) })
})

/** Finds the payment and answers with a page even on an error: Medusa's own answer is JSON, and caches may keep it. */
function pageRoute(
  limit: "page" | "quote",
  answer: Answer,
): (req: MedusaRequest, res: MedusaResponse) => Promise<void> {
  return async (req, res) => {
    const ctx = contextOf(req.scope)
    let payment: PaymentRow | undefined
    try {
      const found = await findPayment(req, limit)
      if (!found) return answerMissing(req, res)
      if ("wait" in found) return answerTooMany(req, res, found.wait)
      payment = found.payment
      await answer(req, res, await shopperPayment(ctx, payment))
    } catch (error) {
      if (res.headersSent) throw error
      ctx.log("pay_page_failed", { ...(payment && ofPayment(payment)), error })
      answerUnavailable(req, res)
    }
  }
}
