import {
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { fieldsOf, SETTING_FIELD_NAMES } from "../../../core/connection/setting-fields"
import { type Policy, policyParts } from "../../../policies/crypto-payments"
import { readJsonBody, refuseDeep, refuseNul, refuseUnwritable } from "../../guards/request-bodies"
import { ATTENTION_FIELDS } from "./attention/route"
import { detailQuery, FILTERS, listQuery, type Middlewares } from "./list-query"
import { CONNECTION } from "./views/connection"
import { EVENT, EVENT_DETAIL } from "./views/event"
import { HEALTH } from "./views/health"
import { PAYMENT, PAYMENT_LINK, PAYOUT } from "./views/payment"
import { PAYMENT_DETAIL } from "./views/payment-detail"

const NOTE = z.string().trim().max(2000)

export const Nothing = z.strictObject({})

/** An empty note is accepted here, so that the use-case's refusal can say what to write. */
const CloseInput = z.strictObject({ note: NOTE.optional() })

/** `expected`: the item and `seen` of the payment when the admin looked. Nothing is closed if they changed since. */
export const ClosePaymentInput = CloseInput.extend({
  expected: z.strictObject({ reason: z.string(), detail: z.string().nullable(), seen: z.boolean() }).optional(),
})

/** `reopen`: forgets the address that the shopper entered, and asks again. */
export const AskAddressInput = z.strictObject({ reopen: z.boolean().optional() })

/** `connection_id`: by default the first ready connection that the order's region enables. */
export const AskInput = z.strictObject({ connection_id: z.string().max(200).optional() })

/** Checks types and lengths; the use-case knows the payment and checks the values. */
export const RecordInput = z.strictObject({
  /** The value in the payment's currency, as a plain decimal in major units ("12.50"). */
  amount: z.string().max(40),
  /** What was sent, as a plain decimal in whole units of the asset ("0.00021"). */
  sent: z.string().max(40),
  /** Default: the asset and network of the payment. */
  asset: z.string().max(20).optional(),
  chain: z.string().max(40).optional(),
  address: z.string().max(200),
  transaction_id: z.string().max(200),
  note: NOTE.optional(),
  /** The admin confirmed amounts more than 5 % off the payment's rate, or above what the order was overpaid. */
  confirm_amount: z.boolean().optional(),
  /** The admin confirmed a payout of an order that was overpaid and no longer is. */
  confirm_not_overpaid: z.boolean().optional(),
  /**
   * The payment's status and the shopper's entered address when the admin looked. Nothing is recorded if an order took the
   * money since, or the shopper entered another address.
   */
  expected_status: z.string().max(20).optional(),
  expected_address: z.string().max(200).nullable().optional(),
})

/** A missing field stays as it is; an empty note removes the note. */
export const CorrectInput = z.strictObject({
  address: z.string().trim().max(200).optional(),
  transaction_id: z.string().trim().max(200).optional(),
  note: NOTE.optional(),
})

/** Checks only names: the use-case checks values, and Medusa's message about a wrong type would quote a secret. */
const fieldsOnly = (fields: readonly string[]) =>
  z
    .custom<object>(
      (body) => typeof body === "object" && body !== null && !Array.isArray(body),
      "the body must be a JSON object",
    )
    .pipe(z.strictObject(Object.fromEntries(fields.map((field) => [field, z.unknown().optional()]))))

export const ConnectionChange = fieldsOnly(SETTING_FIELD_NAMES)
export const PreviewInput = fieldsOnly(fieldsOf("branding"))
const SecretRotation = fieldsOnly(["endpoint_secret", "previous_valid_until"])
const ConnectionTestInput = fieldsOnly([])

type Body = z.ZodObject | ReturnType<typeof fieldsOnly>

/** A route of the admin's API. */
type AdminRoute = {
  /** What a role needs if RBAC is on. */
  policies: Policy[]
  middlewares: Middlewares
  /** What the query may contain besides `fields`, `limit`, `offset` and `order`. */
  filters?: Record<string, z.ZodType>
  /** It takes `limit`, `offset`, `order` and `fields`. */
  isList?: true
  /** It takes `fields`. */
  selects?: true
  body?: Body
  /** The body may contain a secret, so our own parser reads it. */
  ownParser?: true
}

const CONNECTION_FIELDS = Object.keys(CONNECTION)

const lists = (
  filters: Record<string, z.ZodType>,
  fields: readonly string[],
  policy: Policy = "crypto_payment:read",
): AdminRoute => {
  return { policies: [policy], middlewares: listQuery(filters, fields), filters, isList: true }
}

const shows = (fields: readonly string[], policy: Policy = "crypto_payment:read"): AdminRoute => {
  return { policies: [policy], middlewares: detailQuery(fields), selects: true }
}

const answers = (filters: Record<string, z.ZodType>): AdminRoute => {
  const middlewares = [validateAndTransformQuery(z.object(filters), { isList: true })]
  return { policies: ["crypto_payment:read"], middlewares, filters }
}

/** The answer contains the payment, the link or the event, so the admin must also be allowed to read it. */
const acts = (body: z.ZodObject, policy: Policy = "crypto_payment:update"): AdminRoute => {
  return { policies: ["crypto_payment:read", policy], middlewares: [validateAndTransformBody(body)], body }
}

/** @param fields of the connection that the answer shows; none if it shows something else */
const actsOnConnection = (body: Body, fields?: readonly string[]): AdminRoute => ({
  policies: ["crypto_connection:read", "crypto_connection:update"],
  middlewares: [
    ...readJsonBody,
    refuseDeep,
    refuseUnwritable,
    validateAndTransformBody(body),
    ...(fields ? detailQuery(fields) : []),
  ],
  ...(fields && { selects: true }),
  body,
  ownParser: true,
})

export const ADMIN_BASE = "/admin/crypto-payments"

/** The routes below `ADMIN_BASE`, by method and path. Policies, checks, OpenAPI and the tests of all routes read it. */
export const ADMIN_ROUTES = {
  "GET /connections": lists(FILTERS.connections, CONNECTION_FIELDS, "crypto_connection:read"),
  "GET /connections/:id": shows(CONNECTION_FIELDS, "crypto_connection:read"),
  "POST /connections/:id": actsOnConnection(ConnectionChange, CONNECTION_FIELDS),
  "POST /connections/:id/endpoint-secret": actsOnConnection(SecretRotation, CONNECTION_FIELDS),
  "POST /connections/:id/connection-test": actsOnConnection(ConnectionTestInput),
  "POST /connections/:id/preview": actsOnConnection(PreviewInput),

  "GET /payments": lists(FILTERS.payments, Object.keys(PAYMENT)),
  "GET /payments/:id": shows(Object.keys(PAYMENT_DETAIL)),
  "GET /orders/:id/payment-link": shows(Object.keys(PAYMENT_LINK)),
  "GET /attention": lists(FILTERS.attention, ATTENTION_FIELDS),
  "GET /events": lists(FILTERS.events, Object.keys(EVENT)),
  "GET /events/:id": shows(Object.keys(EVENT_DETAIL)),
  "GET /payouts": lists(FILTERS.payouts, Object.keys(PAYOUT)),
  "GET /health": shows(Object.keys(HEALTH)),
  "GET /export": answers(FILTERS.export),
  "GET /totals": answers(FILTERS.totals),
  "GET /statement": answers(FILTERS.statement),

  "POST /payments/:id/check": acts(Nothing),
  "POST /payments/:id/settle": acts(Nothing),
  "POST /payments/:id/settle-onto-order": acts(Nothing),
  "POST /payments/:id/close": acts(ClosePaymentInput),
  "POST /payments/:id/payouts": acts(RecordInput, "crypto_payout:create"),
  "POST /payments/:id/ask-address": acts(AskAddressInput, "crypto_payout:create"),
  "POST /payouts/:id": acts(CorrectInput, "crypto_payout:update"),
  "POST /orders/:id/payment-link": acts(AskInput, "crypto_payment_link:create"),
  "POST /events/:id/retry": acts(Nothing),
  "POST /events/:id/close": acts(CloseInput),
} satisfies Record<`${"GET" | "POST"} /${string}`, AdminRoute>

/** Answers to admins must not be cached, not even by the browser. */
function noStore(_req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  res.set("Cache-Control", "no-store")
  next()
}

/** The table for Medusa, which checks the policies only if RBAC is on. */
export const adminRoutes: MiddlewareRoute[] = [
  { matcher: `${ADMIN_BASE}/*`, middlewares: [noStore, refuseDeep, refuseUnwritable, refuseNul] },
  ...Object.entries<AdminRoute>(ADMIN_ROUTES).map(([key, { policies, middlewares, ownParser }]): MiddlewareRoute => {
    const [method = "", path] = key.split(" ")
    return {
      matcher: ADMIN_BASE + path,
      method: [method as "GET" | "POST"],
      policies: policies.map(policyParts),
      middlewares,
      ...(ownParser && { bodyParser: false }),
    }
  }),
]
