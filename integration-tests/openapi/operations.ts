import { z } from "@medusajs/framework/zod"
import { ADMIN_ROUTES } from "../../src/api/admin/crypto-payments/route-table"
import { OptionsQuery, QuoteInput } from "../../src/api/shopper/shopper-route"
import { PAY_PAGE_LANGUAGES } from "../../src/core/text/pay-page-texts"

/** One call of the API. Types are named as `contract.ts` and `storefront/types.ts` export them. */
export type Operation = {
  summary: string
  filters?: Record<string, z.ZodType>
  /** Takes `limit`, `offset`, `order` and `fields` too. */
  isList?: true
  /** Takes `fields`. */
  selects?: true
  headers?: readonly string[]
  /** The body: a schema, or the name of a type. */
  body?: z.ZodType | string
  /** The type of the answer, or its media type if it is not JSON. */
  answer: string
  /** Another type or media type of the answer, which the request can ask for. */
  otherwise?: string
  /** Statuses of its answers other than 200. */
  refusals: readonly number[]
}

/** What `ADMIN_ROUTES` does not say of a route. `body`: the name of a type that says more than its schema. */
type AdminWords = [summary: string, answer: string, also?: Partial<Pick<Operation, "body" | "otherwise" | "refusals">>]

const ADMIN_WORDS: Record<keyof typeof ADMIN_ROUTES, AdminWords> = {
  "GET /connections": ["Lists the connections", "ConnectionList"],
  "GET /connections/:id": ["Shows a connection", "ConnectionAnswer"],
  "POST /connections/:id": ["Changes settings", "ConnectionAnswer", { body: "ConnectionUpdate" }],
  "POST /connections/:id/endpoint-secret": [
    "Rotates the endpoint secret",
    "ConnectionAnswer",
    { body: "EndpointSecretRotation" },
  ],
  "POST /connections/:id/preview": [
    "The pay page with another look",
    "PayPagePreview",
    { body: "PayPageBranding", refusals: [400, 404] },
  ],
  "POST /connections/:id/connection-test": ["Tests a connection", "ConnectionTest", { refusals: [400, 404] }],
  "GET /payments": ["Lists payments", "PaymentList"],
  "GET /payments/:id": ["Shows a payment", "PaymentAnswer"],
  "POST /payments/:id/check": ["Asks the service for the status", "CheckAnswer"],
  "POST /payments/:id/settle": ["Tries again to settle", "SettleAnswer"],
  "POST /payments/:id/settle-onto-order": ["Puts the money onto its order", "SettleAnswer"],
  "POST /payments/:id/close": ["Closes an attention item", "PaymentAnswer"],
  "POST /payments/:id/payouts": ["Records a payout", "PayoutAnswer"],
  "POST /payments/:id/ask-address": ["Asks the shopper for an address", "AskAddressAnswer"],
  "POST /payouts/:id": ["Corrects a recorded payout", "PaymentAnswer"],
  "GET /orders/:id/payment-link": ["What an order owes, and its payment link", "PaymentLinkAnswer"],
  "POST /orders/:id/payment-link": ["Asks for a payment of an order", "PaymentLinkAnswer"],
  "GET /events": ["Lists stored events", "EventList"],
  "GET /events/:id": ["Shows a stored event", "EventAnswer"],
  "POST /events/:id/retry": ["Processes an event again", "EventAnswer"],
  "POST /events/:id/close": ["Closes an event", "EventAnswer"],
  "GET /attention": ["Lists what needs a person", "AttentionList"],
  "GET /payouts": ["Lists recorded payouts", "PayoutList"],
  "GET /health": ["Says whether payments flow", "HealthAnswer"],
  "GET /export": ["Payments as CSV", "text/csv"],
  "GET /statement": ["A bank statement of payments and payouts as CSV", "text/csv"],
  "GET /totals": ["What came in and was sent back, by month", "TotalsAnswer", { otherwise: "text/csv" }],
}

/** Statuses of refusals by what a route does: an unknown id, or a change that is not possible now. */
function refusalsOf(key: string): number[] {
  return [400, ...(key.includes(":id") ? [404] : []), ...(key.startsWith("POST") ? [409] : [])]
}

/** The admin's routes, by method and path below `/admin/crypto-payments`. */
export const ADMIN_OPERATIONS: Record<string, Operation> = Object.fromEntries(
  Object.entries(ADMIN_WORDS).map(([key, [summary, answer, also]]) => [
    key,
    { refusals: refusalsOf(key), ...ADMIN_ROUTES[key as keyof typeof ADMIN_ROUTES], summary, answer, ...also },
  ]),
)

const [STORE, PAGE, HTML] = ["/store/crypto-payments", "/crypto-payments", "text/html"]
const LANG = { filters: { lang: z.enum(PAY_PAGE_LANGUAGES).optional() } }
const ASK = [400, 403, 404, 409, 429, 503]
const FORM = [303, 413, ...ASK]

const PUBLIC_WORDS: Record<string, [summary: string, answer: string, refusals: number[], also?: Partial<Operation>]> = {
  [`GET ${STORE}/options`]: ["What a region offers", "OptionsAnswer", [400, 404], { filters: OptionsQuery.shape }],
  [`GET ${STORE}/:token`]: ["The status of a payment", "StatusAnswer", [304, 404, 429], { headers: ["If-None-Match"] }],
  [`GET ${STORE}/:token/bought`]: ["What a payment is for", "BoughtAnswer", [404, 429]],
  [`POST ${STORE}/:token/quote`]: ["A quote to pay now", "QuoteAnswer", ASK, { body: QuoteInput }],
  "POST /hooks/crypto-payments/:connection": [
    "Takes an event of the service, signed in `Service-Signature`",
    "HookAnswer",
    [400, 401, 404, 413, 503],
    { body: "ServiceEvent", headers: ["Service-Signature"] },
  ],
  [`GET ${PAGE}/wallet`]: ["The pay page's script that pays from a browser wallet", "text/javascript", []],
  [`GET ${PAGE}/logo/:name`]: ["A logo, by the name that its pay page has for it", "image/*", [404]],
  [`GET ${PAGE}/:token`]: [
    "The pay page; with `Accept: application/json`, what it shows",
    HTML,
    [303, 404, 429, 503],
    { filters: { ...LANG.filters, format: z.literal("json").optional() }, otherwise: "PageAnswer" },
  ],
  [`POST ${PAGE}/:token`]: ["The pay page's form: asks for a new quote", HTML, FORM, { ...LANG, body: "QuoteForm" }],
  [`GET ${PAGE}/payouts/:token`]: [
    "The page that asks the shopper where money goes back to",
    HTML,
    [404, 429, 503],
    LANG,
  ],
  [`POST ${PAGE}/payouts/:token`]: ["Its form: takes an address, once", HTML, FORM, { ...LANG, body: "AddressForm" }],
}

/** The routes of the shopper, of the service and of the pay page, by method and path. */
export const PUBLIC_OPERATIONS: Record<string, Operation> = Object.fromEntries(
  Object.entries(PUBLIC_WORDS).map(([key, [summary, answer, refusals, also]]) => [
    key,
    { summary, answer, refusals, ...also },
  ]),
)
