import { z } from "@medusajs/framework/zod"
import { FILTERS } from "../../src/api/admin/crypto-payments/list-query"
import {
  AskAddressInput,
  AskInput,
  CloseInput,
  ClosePaymentInput,
  CorrectInput,
  Nothing,
  RecordInput,
} from "../../src/api/admin/crypto-payments/route-table"
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

type Made = Omit<Operation, "summary">

const ADMIN = [400, 401, 404] as const
const ACT = [400, 401, 404, 409] as const

const shows = (answer: string, refusals: readonly number[] = ADMIN): Made => ({ selects: true, answer, refusals })
const lists = (filters: Operation["filters"], answer: string): Made => ({ ...asked(filters, answer), list: true })
const asked = (filters: Operation["filters"], answer: string): Made => ({ filters, answer, refusals: [400, 401] })
const acts = (body: Operation["body"], answer: string, refusals: readonly number[] = ACT): Made => {
  return { body, answer, refusals }
}

const named = (operations: Record<string, [summary: string, made: Made]>): Record<string, Operation> =>
  Object.fromEntries(Object.entries(operations).map(([key, [summary, made]]) => [key, { summary, ...made }]))

/** The admin's routes, by method and path below `/admin/crypto-payments`. */
export const ADMIN_OPERATIONS = named({
  "GET /connections": ["Lists the connections", lists(FILTERS.connections, "ConnectionList")],
  "GET /connections/:id": ["Shows a connection", shows("ConnectionAnswer")],
  "POST /connections/:id": ["Changes settings", { ...acts("ConnectionUpdate", "ConnectionAnswer"), selects: true }],
  "POST /connections/:id/endpoint-secret": [
    "Rotates the endpoint secret",
    { ...acts("EndpointSecretRotation", "ConnectionAnswer"), selects: true },
  ],
  "POST /connections/:id/preview": ["The pay page with another look", acts("PayPageBranding", "PayPagePreview", ADMIN)],
  "POST /connections/:id/connection-test": ["Tests a connection", acts(Nothing, "ConnectionTest", ADMIN)],
  "GET /payments": ["Lists payments", lists(FILTERS.payments, "PaymentList")],
  "GET /payments/:id": ["Shows a payment", shows("PaymentAnswer")],
  "POST /payments/:id/check": ["Asks the service for the status", acts(Nothing, "CheckAnswer")],
  "POST /payments/:id/settle": ["Tries again to settle", acts(Nothing, "SettleAnswer")],
  "POST /payments/:id/settle-onto-order": ["Puts the money onto its order", acts(Nothing, "SettleAnswer")],
  "POST /payments/:id/close": ["Closes an attention item", acts(ClosePaymentInput, "PaymentAnswer")],
  "POST /payments/:id/payouts": ["Records a payout", acts(RecordInput, "PayoutAnswer")],
  "POST /payments/:id/ask-address": ["Asks the shopper for an address", acts(AskAddressInput, "AskAddressAnswer")],
  "POST /payouts/:id": ["Corrects a recorded payout", acts(CorrectInput, "PaymentAnswer")],
  "GET /orders/:id/payment-link": ["What an order owes, and its payment link", shows("PaymentLinkAnswer")],
  "POST /orders/:id/payment-link": ["Asks for a payment of an order", acts(AskInput, "PaymentLinkAnswer")],
  "GET /events": ["Lists stored events", lists(FILTERS.events, "EventList")],
  "GET /events/:id": ["Shows a stored event", shows("EventAnswer")],
  "POST /events/:id/retry": ["Processes an event again", acts(Nothing, "EventAnswer")],
  "POST /events/:id/close": ["Closes an event", acts(CloseInput, "EventAnswer")],
  "GET /attention": ["Lists what needs a person", lists(FILTERS.attention, "AttentionList")],
  "GET /payouts": ["Lists recorded payouts", lists(FILTERS.payouts, "PayoutList")],
  "GET /health": ["Says whether payments flow", shows("HealthAnswer", [400, 401])],
  "GET /export": ["Payments as CSV", asked(FILTERS.export, "text/csv")],
  "GET /statement": ["A bank statement of payments and payouts as CSV", asked(FILTERS.statement, "text/csv")],
  "GET /totals": [
    "What came in and was sent back, by month",
    { ...asked(FILTERS.totals, "TotalsAnswer"), otherwise: "text/csv" },
  ],
})

const inLanguage = { lang: z.enum(PAY_PAGE_LANGUAGES).optional() }

/** The routes of the shopper, of the service and of the pay page, by method and path. */
export const PUBLIC_OPERATIONS = named({
  "GET /store/crypto-payments/options": [
    "What a region can be paid with",
    { filters: OptionsQuery.shape, answer: "OptionsAnswer", refusals: [400, 404] },
  ],
  "GET /store/crypto-payments/:token": [
    "The status of a payment",
    { headers: ["If-None-Match"], answer: "StatusAnswer", refusals: [304, 404, 429] },
  ],
  "GET /store/crypto-payments/:token/bought": [
    "What a payment is for",
    { answer: "BoughtAnswer", refusals: [404, 429] },
  ],
  "POST /store/crypto-payments/:token/quote": [
    "A quote to pay now",
    acts(QuoteInput, "QuoteAnswer", [400, 403, 404, 409, 429, 503]),
  ],
  "POST /hooks/crypto-payments/:connection": [
    "Takes an event of the service, signed in `Service-Signature`",
    { ...acts("ServiceEvent", "HookAnswer", [400, 401, 404, 413, 503]), headers: ["Service-Signature"] },
  ],
  "GET /crypto-payments/wallet": [
    "The pay page's script that pays from a browser wallet",
    { answer: "text/javascript", refusals: [] },
  ],
  "GET /crypto-payments/logo/:name": [
    "A logo, by the name that its pay page has for it",
    { answer: "image/*", refusals: [404] },
  ],
  "GET /crypto-payments/:token": [
    "The pay page; with `Accept: application/json`, what it shows",
    {
      filters: { ...inLanguage, format: z.literal("json").optional() },
      answer: "text/html",
      otherwise: "PageAnswer",
      refusals: [303, 404, 429, 503],
    },
  ],
  "POST /crypto-payments/:token": [
    "The pay page's form: asks for a new quote",
    { ...acts("QuoteForm", "text/html", [303, 400, 403, 404, 409, 413, 429, 503]), filters: inLanguage },
  ],
  "GET /crypto-payments/payouts/:token": [
    "The page that asks the shopper where money goes back to",
    { filters: inLanguage, answer: "text/html", refusals: [404, 429, 503] },
  ],
  "POST /crypto-payments/payouts/:token": [
    "Its form: takes an address, once",
    { ...acts("AddressForm", "text/html", [303, 400, 403, 404, 409, 413, 429, 503]), filters: inLanguage },
  ],
})
