import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ofPayment } from "../../../core/text/log-lines"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../../modules/crypto-payments/service"
import type { PaymentRow } from "../../../modules/crypto-payments/stores/rows"
import { noticeOf } from "../../../pay-page/notice"
import { contextOf } from "../../../workflows/context"
import { renewQuote } from "../../../workflows/renew-quote/renew-quote"
import { sweepIfOverdue } from "../../../workflows/sweep/sweep-if-overdue"
import { type ShopperPayment, shopperPayment } from "../../../workflows/view-payment/view-payment"
import { admit } from "../../admit"
import {
  answerJson,
  answerMissing,
  answerPage,
  answerRedirect,
  answerTooMany,
  answerUnavailable,
  wantsJson,
} from "../answer"
import { readChoice } from "../choice"
import { isOwnForm } from "../same-origin"

type Answer = (req: MedusaRequest, res: MedusaResponse, found: ShopperPayment) => Promise<void>

/** The shopper's page of a payment; as JSON, what has changed on it. */
export const GET = ofToken("page", async (req, res, found) => {
  if (wantsJson(req)) answerJson(res, found)
  else await answerPage(req, res, found)
  await sweepIfOverdue(req.scope)
})

/** The page's forms: a new price, or another asset. Both end on the page of what is to be paid now. */
export const POST = ofToken("quote", async (req, res, found) => {
  if (!isOwnForm(req)) return answerPage(req, res, found, { status: 403, notice: "unavailable" })

  const origin = { ip: req.ip, header: (name: string) => req.get(name) }
  const token = req.params.token as string
  const renewed = await renewQuote(contextOf(req.scope), token, readChoice(req.body), origin)
  if (renewed.ok) return answerRedirect(req, res, renewed.token)
  if (renewed.retryAfter !== undefined) res.set("Retry-After", String(renewed.retryAfter))
  await answerPage(req, res, found, { status: renewed.status, notice: noticeOf(renewed.code) })
})

/**
 * Finds the payment of the address's token, within the limit of such requests, and answers with it. Medusa's own answer
 * to an error is JSON, which is nothing to show to a person, and may be kept by caches.
 */
function ofToken(limit: "page" | "quote", answer: Answer): (req: MedusaRequest, res: MedusaResponse) => Promise<void> {
  return async (req, res) => {
    let payment: PaymentRow | undefined
    try {
      const admitted = await admit(req, limit)
      if (!admitted) return answerMissing(req, res)
      if ("wait" in admitted) return answerTooMany(req, res, admitted.wait)
      payment = admitted.payment
      await answer(req, res, await shopperPayment(contextOf(req.scope), payment))
    } catch (error) {
      if (res.headersSent) throw error
      const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
      module.log("pay_page_failed", { ...(payment && ofPayment(payment)), error })
      answerUnavailable(req, res)
    }
  }
}
