import { randomBytes } from "node:crypto"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { REFUSALS, type RefusalCode } from "../../core/text/errors"
import type { PayPageTextName } from "../../core/text/pay-page-texts"
import { orderLocale } from "../../medusa/orders"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import { payPageHeaders, plainHeaders } from "../../pay-page/headers"
import { chooseLanguage, textsOf } from "../../pay-page/language"
import { renderMessage, renderNotFound } from "../../pay-page/not-found"
import { renderPayPage } from "../../pay-page/page"
import { versionOf } from "../../pay-page/page-input"
import { contextOf } from "../../workflows/context"
import { offeredAssets } from "../../workflows/view-payment/offered-assets"
import type { ShopperPayment } from "../../workflows/view-payment/view-payment"
import { ownPath } from "./own-path"

/** A restart or a database that is busy takes no longer. */
const UNAVAILABLE_SECONDS = 10

const newNonce = (): string => randomBytes(16).toString("base64url")

/** For the page's own script, and for whoever asks for JSON by `?format=json`. */
export const wantsJson = (req: MedusaRequest): boolean =>
  req.query.format === "json" || req.accepts(["html", "json"]) === "json"

/** `version` changes when the page has something else to show. */
export function answerJson(res: MedusaResponse, found: ShopperPayment): void {
  const { view } = found
  res.set(plainHeaders()).json({ ...view, version: versionOf({ view, replaced: isReplaced(found) }) })
}

const isReplaced = ({ payment, token }: ShopperPayment): boolean => token !== payment.token

export async function answerPage(
  req: MedusaRequest,
  res: MedusaResponse,
  found: ShopperPayment,
  { status = 200, notice }: { status?: number; notice?: PayPageTextName } = {},
): Promise<void> {
  const { payment, view } = found
  const replaced = isReplaced(found)
  const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
  const config = (await module.connection(payment.connection_id))?.config
  const offered = await offeredAssets(
    contextOf(req.scope, () => new Date(view.server_time)),
    payment,
  )
  const language = languageFor(req, await orderLocale(req.scope, payment))
  const texts = textsOf(language, config?.payPageTexts)
  const nonce = newNonce()
  const storefrontUrl = config?.storefrontUrl
  const page = renderPayPage({ view, replaced, offered, language, texts, nonce, storefrontUrl, notice })
  res
    .status(status)
    .set(payPageHeaders(nonce, config?.frameOrigins ?? []))
    .send(page)
}

/** To the page of what is to be paid now. */
export function answerRedirect(req: MedusaRequest, res: MedusaResponse, token: string): void {
  res.set(plainHeaders()).redirect(303, ownPath(req, token))
}

/** Nothing in it depends on the token, nor on what another token would show. */
export function answerMissing(req: MedusaRequest, res: MedusaResponse): void {
  if (wantsJson(req)) {
    refuseJson(res, "unknown_payment")
    return
  }
  const language = languageFor(req)
  const nonce = newNonce()
  res
    .status(404)
    .set(payPageHeaders(nonce, []))
    .send(renderNotFound(language, textsOf(language, undefined), nonce))
}

/** @param wait seconds until the next request is taken */
export const answerTooMany = (req: MedusaRequest, res: MedusaResponse, wait: number): void =>
  answerLater(req, res, "too_many_requests", { status: 429, text: "tooMany", wait })

/** For what should not happen: a shopper is told to wait, and not what went wrong. */
export const answerUnavailable = (req: MedusaRequest, res: MedusaResponse): void =>
  answerLater(req, res, "service_unavailable", { status: 503, text: "unavailable", wait: UNAVAILABLE_SECONDS })

function answerLater(
  req: MedusaRequest,
  res: MedusaResponse,
  code: RefusalCode,
  { status, text, wait }: { status: number; text: "tooMany" | "unavailable"; wait: number },
): void {
  res.set("Retry-After", String(wait))
  if (wantsJson(req)) {
    refuseJson(res, code)
    return
  }
  const language = languageFor(req)
  const nonce = newNonce()
  const texts = textsOf(language, undefined)
  const again = { seconds: wait, label: texts.tryAgain }
  res
    .status(status)
    .set(payPageHeaders(nonce, []))
    .send(renderMessage({ language, nonce, title: texts[text], again }))
}

function refuseJson(res: MedusaResponse, code: RefusalCode): void {
  const [status, message] = REFUSALS[code]
  res.status(status).set(plainHeaders()).json({ code, message })
}

const languageFor = (req: MedusaRequest, orderLocale: string | null = null) =>
  chooseLanguage({ asked: req.query.lang, orderLocale, acceptLanguage: req.get("accept-language") })
