import { z } from "@medusajs/framework/zod"
import { AskInput, CloseInput, CorrectInput, Nothing, RecordInput } from "../../src/api/admin/crypto-payments/bodies"
import { FILTERS } from "../../src/api/admin/crypto-payments/list-query"
import { OptionsQuery, QuoteInput } from "../../src/api/shopper/shopper-route"
import { PAY_PAGE_LANGUAGES } from "../../src/core/text/pay-page-texts"

/** One call of the API. Types are named as `contract.ts` and `storefront/types.ts` export them. */
export type Operation = {
  /** What it does, in a few words. */
  summary: string
  filters?: Record<string, z.ZodType>
  /** Takes `limit` and `offset` too. */
  list?: true
  /** Takes `fields`, as every list does. */
  selects?: true
  /** Headers that it reads. */
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

const ADMIN = [400, 401, 404] as const
const ACT = [400, 401, 404, 409] as const

/** The admin's routes, by method and path below `/admin/crypto-payments`. */
export const ADMIN_OPERATIONS: Record<string, Operation> = {
  "GET /connections": {
    summary: "Lists the connections",
    filters: FILTERS.connections,
    list: true,
    answer: "ConnectionList",
    refusals: [400, 401],
  },
  "GET /connections/:id": { summary: "Shows a connection", selects: true, answer: "ConnectionAnswer", refusals: ADMIN },
  "POST /connections/:id": {
    summary: "Changes settings",
    selects: true,
    body: "ConnectionUpdate",
    answer: "ConnectionAnswer",
    refusals: ACT,
  },
  "POST /connections/:id/endpoint-secret": {
    summary: "Rotates the endpoint secret",
    selects: true,
    body: "EndpointSecretRotation",
    answer: "ConnectionAnswer",
    refusals: ACT,
  },
  "POST /connections/:id/preview": {
    summary: "The pay page with another look",
    body: "PayPageBranding",
    answer: "PayPagePreview",
    refusals: ADMIN,
  },
  "POST /connections/:id/test": {
    summary: "Tests a connection",
    body: Nothing,
    answer: "ConnectionTest",
    refusals: ADMIN,
  },
  "GET /payments": {
    summary: "Lists payments",
    filters: FILTERS.payments,
    list: true,
    answer: "PaymentList",
    refusals: [400, 401],
  },
  "GET /payments/:id": { summary: "Shows a payment", selects: true, answer: "PaymentAnswer", refusals: ADMIN },
  "POST /payments/:id/check": {
    summary: "Asks the service for the status",
    body: Nothing,
    answer: "CheckAnswer",
    refusals: ACT,
  },
  "POST /payments/:id/settle": {
    summary: "Tries again to settle",
    body: Nothing,
    answer: "SettleAnswer",
    refusals: ACT,
  },
  "POST /payments/:id/settle-onto-order": {
    summary: "Puts the money onto its order",
    body: Nothing,
    answer: "SettleAnswer",
    refusals: ACT,
  },
  "POST /payments/:id/close": {
    summary: "Closes an attention item",
    body: CloseInput,
    answer: "PaymentAnswer",
    refusals: ACT,
  },
  "POST /payments/:id/payouts": {
    summary: "Records a payout",
    body: RecordInput,
    answer: "PayoutAnswer",
    refusals: ACT,
  },
  "POST /payouts/:id": {
    summary: "Corrects a recorded payout",
    body: CorrectInput,
    answer: "PaymentAnswer",
    refusals: ACT,
  },
  "GET /orders/:id/payment-link": {
    summary: "What an order owes, and its payment link",
    selects: true,
    answer: "PaymentLinkAnswer",
    refusals: ADMIN,
  },
  "POST /orders/:id/payment-link": {
    summary: "Asks for a payment of an order",
    body: AskInput,
    answer: "PaymentLinkAnswer",
    refusals: ACT,
  },
  "GET /events": {
    summary: "Lists stored events",
    filters: FILTERS.events,
    list: true,
    answer: "EventList",
    refusals: [400, 401],
  },
  "GET /events/:id": { summary: "Shows a stored event", selects: true, answer: "EventAnswer", refusals: ADMIN },
  "POST /events/:id/retry": {
    summary: "Processes an event again",
    body: Nothing,
    answer: "EventAnswer",
    refusals: ACT,
  },
  "POST /events/:id/close": { summary: "Closes an event", body: CloseInput, answer: "EventAnswer", refusals: ACT },
  "GET /attention": {
    summary: "Lists what needs a person",
    filters: FILTERS.attention,
    list: true,
    answer: "AttentionList",
    refusals: [400, 401],
  },
  "GET /payouts": {
    summary: "Lists recorded payouts",
    filters: FILTERS.payouts,
    list: true,
    answer: "PayoutList",
    refusals: [400, 401],
  },
  "GET /health": { summary: "Says whether payments flow", selects: true, answer: "HealthAnswer", refusals: [400, 401] },
  "GET /export": { summary: "Payments as CSV", filters: FILTERS.export, answer: "text/csv", refusals: [400, 401] },
  "GET /totals": {
    summary: "What came in and was sent back, by month",
    filters: FILTERS.totals,
    answer: "TotalsAnswer",
    otherwise: "text/csv",
    refusals: [400, 401],
  },
}

/** The routes of the shopper, of the service and of the pay page, by method and path. */
export const PUBLIC_OPERATIONS: Record<string, Operation> = {
  "GET /store/crypto-payments/options": {
    summary: "What a region can be paid with",
    filters: OptionsQuery.shape,
    answer: "OptionsAnswer",
    refusals: [400, 404],
  },
  "GET /store/crypto-payments/:token": {
    summary: "The status of a payment",
    headers: ["If-None-Match"],
    answer: "StatusAnswer",
    refusals: [304, 404, 429],
  },
  "POST /store/crypto-payments/:token/quote": {
    summary: "A quote to pay now",
    body: QuoteInput,
    answer: "QuoteAnswer",
    refusals: [400, 403, 404, 409, 429, 503],
  },
  "POST /hooks/crypto-payments/:connection": {
    summary: "Takes an event of the service, signed in `Service-Signature`",
    headers: ["Service-Signature"],
    body: "ServiceEvent",
    answer: "HookAnswer",
    refusals: [400, 401, 404, 413, 503],
  },
  "GET /crypto-payments/wallet": {
    summary: "The pay page's script that pays from a browser wallet",
    answer: "text/javascript",
    refusals: [],
  },
  "GET /crypto-payments/logo/:name": {
    summary: "A logo, by the name that its pay page has for it",
    answer: "image/*",
    refusals: [404],
  },
  "GET /crypto-payments/:token": {
    summary: "The pay page; as JSON, what it shows",
    filters: { lang: z.enum(PAY_PAGE_LANGUAGES).optional(), format: z.literal("json").optional() },
    answer: "text/html",
    otherwise: "PageAnswer",
    refusals: [404, 429, 503],
  },
  "POST /crypto-payments/:token": {
    summary: "The pay page's form: asks for a new quote",
    body: "QuoteForm",
    filters: { lang: z.enum(PAY_PAGE_LANGUAGES).optional() },
    answer: "text/html",
    refusals: [303, 400, 403, 404, 409, 413, 429, 503],
  },
}
