import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ofPayment } from "../../../core/text/log-lines"
import type { PayPageTextName } from "../../../core/text/pay-page-texts"
import { noticeOf } from "../../../pay-page/notice"
import { quoteThroughLink } from "../../../workflows/ask-for-payment/quote-through-link"
import { contextOf } from "../../../workflows/context"
import { type RenewedQuote, renewQuote } from "../../../workflows/renew-quote/renew-quote"
import { sweepIfOverdue } from "../../../workflows/sweep/sweep-if-overdue"
import { type Found, findPayment, originOf } from "../../shopper/find-payment"
import { isOwnForm, readChoice } from "../form"
import { type PageOf, pageOf } from "../page-of"
import {
  answerJson,
  answerMissing,
  answerPage,
  answerRedirect,
  answerTooMany,
  answerUnavailable,
  wantsJson,
} from "../respond"

type Answer = (req: MedusaRequest, res: MedusaResponse, found: Found & { page: PageOf }) => Promise<void>

/** The shopper's page of a payment or a link; as JSON, what changed on it. */
export const GET = pageRoute("page", async (req, res, { page }) => {
  if (wantsJson(req)) answerJson(res, page)
  else await answerPage(req, res, page)
  await sweepIfOverdue(req.scope)
})

/** The page's forms: a new price, or an asset. Both lead to the page of the payment to pay now; a link stays its page. */
export const POST = pageRoute("quote", async (req, res, found) => {
  const { choice } = (req.body ?? {}) as { choice?: unknown }
  const refuse = (status: number, why: PayPageTextName) =>
    answerPage(req, res, found.page, {
      status,
      refused: { why, choice: typeof choice === "string" ? choice : undefined },
    })
  if (!isOwnForm(req)) return refuse(403, "unavailable")

  const renewed = await quoteOf(req, found)
  if (renewed.ok) return answerRedirect(req, res, "link" in found ? found.link.token : renewed.token)
  if (renewed.retryAfter !== undefined) res.set("Retry-After", String(renewed.retryAfter))
  await refuse(renewed.status, noticeOf(renewed.code))
})

function quoteOf(req: MedusaRequest, found: Found): Promise<RenewedQuote> {
  const [context, choice, origin] = [contextOf(req.scope), readChoice(req.body), originOf(req)]
  if ("link" in found) return quoteThroughLink(context, found.link, choice, origin)
  return renewQuote(context, found.payment.token, choice, origin)
}

/** Finds the payment and answers with a page even on an error: Medusa's own answer is JSON, and caches may keep it. */
function pageRoute(
  limit: "page" | "quote",
  answer: Answer,
): (req: MedusaRequest, res: MedusaResponse) => Promise<void> {
  return async (req, res) => {
    const ctx = contextOf(req.scope)
    let found: Awaited<ReturnType<typeof findPayment>>
    try {
      found = await findPayment(req, limit)
      if (!found) return answerMissing(req, res)
      if ("wait" in found) return answerTooMany(req, res, found.wait)
      const page = await pageOf(ctx, found)
      if (!page) return answerMissing(req, res)
      await answer(req, res, { ...found, page })
    } catch (error) {
      if (res.headersSent) throw error
      ctx.log("pay_page_failed", { ...(found && "payment" in found && ofPayment(found.payment)), error })
      answerUnavailable(req, res)
    }
  }
}
