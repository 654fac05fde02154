import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ofPayment } from "../../../core/text/log-lines"
import type { PayPageTextName } from "../../../core/text/pay-page-texts"
import { noticeOf } from "../../../pay-page/display"
import { contextOf } from "../../../workflows/context"
import type { QuoteChoice } from "../../../workflows/quote/renew-quote"
import { sweepIfOverdue } from "../../../workflows/sweep/sweep"
import { type Found, findPayment, quoteFor } from "../../shopper/shopper-route"
import {
  answerJson,
  answerMissing,
  answerPage,
  answerRedirect,
  answerTooMany,
  answerUnavailable,
  isOwnForm,
  type TokenPage,
  tokenPage,
  wantsJson,
} from "../respond"

type Answer = (req: MedusaRequest, res: MedusaResponse, found: Found & { page: TokenPage }) => Promise<void>

/**
 * The pay page of a payment or a link, or its present data as JSON. An old link, such as one in a mail, leads to the
 * newer price.
 */
export const GET = pageRoute("page", async (req, res, { page }) => {
  if (wantsJson(req)) answerJson(res, page)
  else if (page.view.state === "replaced" && page.token !== page.payment.token) answerRedirect(req, res, page.token)
  else await answerPage(req, res, page)
  await sweepIfOverdue(contextOf(req.scope))
})

/** The page's forms: a new price, or another asset. Redirects to the payment to pay now; a link keeps its page. */
export const POST = pageRoute("quote", async (req, res, found) => {
  const { choice: sent } = (req.body ?? {}) as { choice?: unknown }
  const choice = typeof sent === "string" ? sent : undefined
  const refuse = (status: number, why: PayPageTextName) =>
    answerPage(req, res, found.page, { status, refused: { why, choice } })
  if (!isOwnForm(req)) return refuse(403, "unavailable")

  const renewed = await quoteFor(req, found, choiceOfForm(choice))
  if (renewed.ok) return answerRedirect(req, res, "link" in found ? found.link.token : renewed.token)
  if (renewed.retryAfter !== undefined) res.set("Retry-After", String(renewed.retryAfter))
  await refuse(renewed.status, noticeOf(renewed.code))
})

/** Finds the payment. Answers with a page also on an error, because Medusa's own answer is JSON and may be cached. */
function pageRoute(limit: "page" | "quote", answer: Answer) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const ctx = contextOf(req.scope)
    let found: Awaited<ReturnType<typeof findPayment>>
    try {
      found = await findPayment(req, limit)
      if (!found) return answerMissing(req, res)
      if ("wait" in found) return await answerTooMany(req, res, found.wait)
      const page = await tokenPage(ctx, found)
      if (!page) return answerMissing(req, res)
      await answer(req, res, { ...found, page })
    } catch (error) {
      if (res.headersSent) throw error
      ctx.log("pay_page_failed", { ...(found && "payment" in found && ofPayment(found.payment)), error })
      const row = found && ("payment" in found ? found.payment : "link" in found ? found.link : undefined)
      answerUnavailable(req, res, row?.connection_id)
    }
  }
}

/** Reads the form's `choice`: "BTC" or "USDC:base"; empty for the same asset again. The use-case checks the names. */
function choiceOfForm(choice = ""): QuoteChoice {
  if (choice === "") return {}
  const [asset, chain] = choice.slice(0, 64).split(":")
  return { asset, chain: chain || null }
}
