import { randomBytes } from "node:crypto"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OfferedAsset } from "../../core/assets/choices"
import { type LogoFile, logoFile } from "../../core/connection/branding"
import type { GivenSettings } from "../../core/connection/settings"
import { type LinkView, linkAsPayment, type PageView } from "../../core/payment/shopper-view"
import { REFUSALS, type RefusalCode } from "../../core/text/errors"
import {
  chooseLanguage,
  languageOf,
  type PayPageLanguage,
  type PayPageTexts,
  textsOf,
} from "../../core/text/pay-page-texts"
import { orderLocale } from "../../medusa/orders"
import { storeName } from "../../medusa/shop"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { type Brand, renderMessage, renderNotFound } from "../../pay-page/document"
import { renderPayPage } from "../../pay-page/page"
import { mayChoose, type PayPageInput, versionOf } from "../../pay-page/page-input"
import { type Context, contextOf } from "../../workflows/context"
import { linkNow, viewOfLink } from "../../workflows/payment-links/payment-link"
import {
  offeredAssets,
  type ShopperPayment,
  shopperPayment,
  viewBought,
} from "../../workflows/view-payment/view-payment"
import type { Found } from "../shopper/shopper-route"

/** The page's own script and other programs accept JSON; `?format=json` asks for it too. */
export const wantsJson = (req: MedusaRequest): boolean =>
  req.query.format === "json" || req.accepts(["html", "json"]) === "json"

/** The same as the store's route answers, with the assets to choose from. `version` changes when the page has news. */
export function answerJson(res: MedusaResponse, found: TokenPage): void {
  const { view, token, offered, choosing, link } = found
  const shown = link ? { payment: null, link } : { payment: view, options: offered }
  res.set(plainHeaders()).json({ token, ...shown, version: versionOf({ view, offered, choosing }) })
}

export async function answerPage(
  req: MedusaRequest,
  res: MedusaResponse,
  found: TokenPage,
  { status = 200, refused }: { status?: number; refused?: PayPageInput["refused"] } = {},
): Promise<void> {
  const { payment, view, offered, choosing, hadNoAddress } = found
  const ctx = contextOf(req.scope, () => new Date(view.server_time))
  const connection = await ctx.store.connection(payment.connection_id)
  const settings = connection?.given ?? {}
  const [locale, bought] = await Promise.all([orderLocale(req.scope, payment), viewBought(ctx, view, payment)])
  const language = languageFor(req, locale)
  const texts = textsOf(language)
  const { storefrontUrl, frameOrigins } = settings
  // If medusa-config lacks the connection, the shopper must ask the shop, and finds its links here.
  const shop = connection
    ? { shopName: await storeName(req.scope), storefrontUrl, ...brandOf(req, settings) }
    : await onlyShop(req)
  const seen = { view, bought, token: payment.token, offered, choosing, hadNoAddress }
  const input = { ...seen, language, texts, refused, ...shop }
  sendHtml(res.status(status), { frameOrigins, images: Boolean(shop.logoUrl) }, (nonce) =>
    renderPayPage({ ...input, nonce }),
  )
}

type Policy = { frameOrigins?: string[] | undefined; images: boolean }

export function sendHtml(
  res: MedusaResponse,
  { frameOrigins = [], images }: Policy,
  render: (nonce: string) => string,
): void {
  const nonce = randomBytes(16).toString("base64url")
  res.set(payPageHeaders(nonce, frameOrigins, { images })).send(render(nonce))
}

/** Redirects to the page of the payment to pay now, in the chosen language. */
export function answerRedirect(req: MedusaRequest, res: MedusaResponse, token: string): void {
  const language = languageOf(req.query.lang)
  const query = language ? `?lang=${language}` : ""
  res.set(plainHeaders()).redirect(303, `${folderOf(req)}${encodeURIComponent(token)}${query}`)
}

/** The same answer for every token that does not exist. */
export async function answerMissing(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const shop = await shopOrNone(req)
  const render: Render = (language, texts, nonce) => renderNotFound(language, texts, nonce, shop)
  answerRefusal(req, res, "unknown_payment", { render, images: Boolean(shop.logoUrl) })
}

type Shop = Brand & { storefrontUrl: string | undefined }

/** The look and the links that the pay pages of all connections share, for a page whose connection is unknown or gone. */
export async function onlyShop(req: MedusaRequest): Promise<Shop> {
  const { store } = contextOf(req.scope)
  const connections = await Promise.all(store.connectionIds().map((id) => store.connection(id)))
  const shops = connections.map((one): Shop => {
    const settings = one?.given ?? {}
    return { storefrontUrl: settings.storefrontUrl, ...brandOf(req, settings) }
  })
  const only = <Name extends keyof Shop>(name: Name): Shop[Name] => {
    const [value, ...others] = new Set(shops.map((shop) => shop[name]).filter(Boolean))
    return others.length === 0 ? value : undefined
  }
  return {
    shopName: await storeName(req.scope),
    storefrontUrl: only("storefrontUrl"),
    logoUrl: only("logoUrl"),
    logoSize: shops.find(({ logoUrl }) => logoUrl)?.logoSize,
    accentColor: only("accentColor"),
    supportLink: only("supportLink"),
  }
}

const shopOrNone = (req: MedusaRequest): Promise<Shop> =>
  onlyShop(req).catch((): Shop => ({ storefrontUrl: undefined }))

/** Tells the shopper of too many requests to try again after `wait` seconds. Only a page reads what the shop looks like. */
export async function answerTooMany(req: MedusaRequest, res: MedusaResponse, wait: number): Promise<void> {
  const brand = wantsJson(req) ? {} : await shopOrNone(req)
  answerLater(req, res, "too_many_requests", { wait, brand })
}

/** Tells the shopper to try again soon, without the database, which may be what does not answer. */
export const answerUnavailable = (req: MedusaRequest, res: MedusaResponse, connectionId?: string): void =>
  answerLater(req, res, "service_unavailable", { wait: UNAVAILABLE_SECONDS, brand: {}, connectionId })

/** `connectionId`: that of the payment, if it is known. */
function answerLater(
  req: MedusaRequest,
  res: MedusaResponse,
  code: "too_many_requests" | "service_unavailable",
  { wait, brand, connectionId }: { wait: number; brand: Brand; connectionId?: string | undefined },
): void {
  res.set("Retry-After", String(wait))
  const title = code === "too_many_requests" ? "tooMany" : "unavailable"
  const render: Render = (language, texts, nonce) =>
    renderMessage({ language, nonce, title: texts[title], again: { seconds: wait, label: texts.tryAgain }, brand })
  answerRefusal(req, res, code, { render, images: Boolean(brand.logoUrl), connectionId })
}

type Render = (language: PayPageLanguage, texts: PayPageTexts, nonce: string) => string

/** Answers as JSON, or as a page in the shopper's language, which the same sites as a payment's page may frame. */
function answerRefusal(
  req: MedusaRequest,
  res: MedusaResponse,
  code: RefusalCode,
  { render, images, connectionId }: { render: Render; images: boolean; connectionId?: string | undefined },
): void {
  const [status, message] = REFUSALS[code]
  res.status(status)
  if (wantsJson(req)) {
    res.set(plainHeaders()).json({ code, message })
    return
  }
  const language = languageFor(req)
  const frameOrigins = contextOf(req.scope).store.frameOrigins(connectionId)
  sendHtml(res, { frameOrigins, images }, (nonce) => render(language, textsOf(language), nonce))
}

export const languageFor = (req: MedusaRequest, orderLocale: string | null = null) =>
  chooseLanguage({ asked: req.query.lang, orderLocale, accepted: (languages) => req.acceptsLanguages(languages) })

/** The path from a page to its folder. It is relative, so it also works behind a proxy that adds a path prefix. */
function folderOf(req: MedusaRequest): string {
  const [path = ""] = req.originalUrl.split("?")
  return `${path.endsWith("/") ? "../" : "./"}${/\/crypto-payments\/payouts\//.test(path) ? "../" : ""}`
}

/**
 * Whether the page itself sent the form, and not another site. If the browser sends no `Sec-Fetch-Site`, the origin
 * must be this server's or "null", which a page with `Referrer-Policy: no-referrer` sends (Fetch, "append a request
 * `Origin` header").
 */
export function isOwnForm(req: MedusaRequest): boolean {
  const site = req.get("sec-fetch-site")
  if (site !== undefined) return site === "same-origin"
  const origin = req.get("origin")
  return origin === undefined || origin === "null" || hostOf(origin) === req.get("host")?.toLowerCase()
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

/** How long a restart or a busy database may take, in seconds. */
const UNAVAILABLE_SECONDS = 10

/** Hashing a large logo takes a millisecond, so the file is cached for each settings object. */
const files = new WeakMap<GivenSettings, LogoFile>()

export function logoOf(settings: GivenSettings): LogoFile | undefined {
  if (settings.logo === undefined) return undefined
  const file = files.get(settings) ?? logoFile(settings.logo)
  files.set(settings, file)
  return file
}

export function brandOf(req: MedusaRequest, settings: GivenSettings): Brand {
  const { accentColor, supportLink } = settings
  const logo = logoOf(settings)
  const logoUrl = logo && `${folderOf(req)}logo/${logo.name}`
  return { logoUrl, logoSize: logo?.size, accentColor, supportLink }
}

/** What a token's page shows: a payment, or a link's choice of assets. */
export type TokenPage = {
  view: PageView
  payment: Pick<PaymentRow, "connection_id" | "order_id" | "token"> & Partial<Pick<PaymentRow, "cart_id">>
  offered: readonly OfferedAsset[]
  /** What a link shows that has no payment, or whose price expired. */
  link?: LinkView
  /** A link without a payment. */
  choosing?: boolean
  hadNoAddress?: boolean
  /** The token with which a program goes on: of the payment, of the quote that replaced it, or of a link without a price. */
  token: string
}

/** @returns undefined if the link's order is gone */
export async function tokenPage(context: Context, found: Found): Promise<TokenPage | undefined> {
  if ("payment" in found) return paymentPage(context, await shopperPayment(context, found.payment))
  const { link } = found
  const now = await linkNow(context, link)
  if (!now) return undefined
  const { balance, payment, lapsed, hadAddress } = now
  if (payment) return paymentPage(context, payment)
  const view = await viewOfLink(context, link, balance)
  const shown = { view: linkAsPayment(view, lapsed), token: link.token, offered: view.options, link: view }
  // With the token of the expired price, the page finds the transaction that a browser wallet sent for it.
  if (lapsed) return { ...shown, payment: lapsed }
  return { ...shown, payment: link, choosing: true, hadNoAddress: !hadAddress }
}

const paymentPage = async (context: Context, { payment, view, token }: ShopperPayment): Promise<TokenPage> => ({
  payment,
  view,
  token,
  offered: mayChoose(view)
    ? await offeredAssets(context, payment, payment.order_id === null ? payment : undefined)
    : [],
})

/**
 * Forbids everything except the page's own style and script, requests and forms to its own origin, the store's logo,
 * images as data URIs, and frames on the origins that the store names.
 * @param nonce fresh for each answer
 * @param frameOrigins origins that may frame the page; if empty, nobody may
 */
export function payPageHeaders(
  nonce: string,
  frameOrigins: readonly string[],
  { images }: { images: boolean },
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    // Wallets announce their icons as data URIs (EIP-6963).
    `img-src data:${images ? " 'self'" : ""}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameOrigins.length > 0 ? frameOrigins.join(" ") : "'none'"}`,
  ].join("; ")
  return {
    ...plainHeaders(),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    // X-Frame-Options cannot list origins, so with a list it would contradict frame-ancestors.
    ...(frameOrigins.length > 0 ? {} : { "X-Frame-Options": "DENY" }),
  }
}

/** Headers of every answer of the pay page, JSON too. No cache stores it, and no Referer header reveals its address. */
export const plainHeaders = (): Record<string, string> => ({
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex, nofollow",
  Vary: "Accept, Accept-Language",
})

/** Short, so that browsers soon load the script of an upgraded plugin. */
const SCRIPT_SECONDS = 300

export const walletScriptHeaders = (): Record<string, string> => ({
  "Content-Type": "text/javascript; charset=utf-8",
  "Cache-Control": `public, max-age=${SCRIPT_SECONDS}`,
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
})

/** A year: the file's name changes with its bytes. */
const LOGO_SECONDS = 31_536_000

/** If somebody opens an SVG logo as a page, its content can neither run scripts nor load anything. */
export const logoHeaders = (type: string): Record<string, string> => ({
  "Content-Type": type,
  "Cache-Control": `public, max-age=${LOGO_SECONDS}, immutable`,
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  "X-Content-Type-Options": "nosniff",
  // The admin may be on another origin.
  "Cross-Origin-Resource-Policy": "cross-origin",
})
