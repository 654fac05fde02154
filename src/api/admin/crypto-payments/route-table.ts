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
import { readJsonBody, refuseDeep, refuseNul, refuseUnwritable } from "../../guards/request-bodies"
import { detailQuery, FILTERS, listQuery, type Middlewares } from "./list-query"
import { ATTENTION_FIELDS } from "./views/attention"
import { CONNECTION } from "./views/connection"
import { EVENT, EVENT_DETAIL } from "./views/event"
import { HEALTH } from "./views/health"
import { PAYMENT, PAYMENT_LINK, PAYOUT } from "./views/payment"
import { PAYMENT_DETAIL } from "./views/payment-detail"

const NOTE = z.string().trim().max(2000)

export const Nothing = z.strictObject({})

/** An empty note is accepted here, so that the use-case's refusal can say what to write. */
export const CloseInput = z.strictObject({ note: NOTE.optional() })

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

type Schema = Parameters<typeof validateAndTransformBody>[0]

const ROOT = "/admin/crypto-payments"
const CONNECTION_FIELDS = Object.keys(CONNECTION)

type Policy = { resource: string; operation: string }

/** The policies of src/policies. Medusa checks them only if RBAC is on. */
const READ_PAYMENTS = { resource: "crypto_payment", operation: "read" }
const UPDATE_PAYMENTS = { resource: "crypto_payment", operation: "update" }
const CREATE_PAYOUTS = { resource: "crypto_payout", operation: "create" }
const UPDATE_PAYOUTS = { resource: "crypto_payout", operation: "update" }
const CREATE_LINKS = { resource: "crypto_payment_link", operation: "create" }
const READ_CONNECTIONS = { resource: "crypto_connection", operation: "read" }
const UPDATE_CONNECTIONS = { resource: "crypto_connection", operation: "update" }

/** Answers to admins must not be cached, not even by the browser. */
function noStore(_req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  res.set("Cache-Control", "no-store")
  next()
}

const get = (path: string, middlewares: Middlewares, policy: Policy = READ_PAYMENTS): MiddlewareRoute => ({
  matcher: `${ROOT}/${path}`,
  method: ["GET"],
  policies: [policy],
  middlewares,
})

const detail = (path: string, fields: readonly string[], policy?: Policy): MiddlewareRoute =>
  get(path, detailQuery(fields), policy)

/** The answer contains the payment or the event, so the admin must also be allowed to read it. */
const action = (path: string, body: Schema, policy: Policy = UPDATE_PAYMENTS): MiddlewareRoute => ({
  matcher: `${ROOT}/${path}`,
  method: ["POST"],
  policies: [READ_PAYMENTS, policy],
  middlewares: [validateAndTransformBody(body)],
})

/** The body may contain a secret, so our own parser reads it. */
const changeOfConnection = (path: string, body: Schema): MiddlewareRoute => ({
  matcher: `${ROOT}/${path}`,
  method: ["POST"],
  bodyParser: false,
  policies: [READ_CONNECTIONS, UPDATE_CONNECTIONS],
  middlewares: [
    ...readJsonBody,
    refuseDeep,
    refuseUnwritable,
    validateAndTransformBody(body),
    ...detailQuery(CONNECTION_FIELDS),
  ],
})

export const adminRoutes: MiddlewareRoute[] = [
  { matcher: `${ROOT}/*`, middlewares: [noStore, refuseDeep, refuseUnwritable, refuseNul] },

  get("connections", listQuery(FILTERS.connections, CONNECTION_FIELDS), READ_CONNECTIONS),
  detail("connections/:id", CONNECTION_FIELDS, READ_CONNECTIONS),
  changeOfConnection("connections/:id", ConnectionChange),
  changeOfConnection("connections/:id/endpoint-secret", SecretRotation),
  changeOfConnection("connections/:id/connection-test", ConnectionTestInput),
  changeOfConnection("connections/:id/preview", PreviewInput),

  get("payments", listQuery(FILTERS.payments, Object.keys(PAYMENT))),
  detail("payments/:id", Object.keys(PAYMENT_DETAIL)),
  detail("orders/:id/payment-link", Object.keys(PAYMENT_LINK)),
  get("attention", listQuery(FILTERS.attention, ATTENTION_FIELDS)),
  get("events", listQuery(FILTERS.events, Object.keys(EVENT))),
  detail("events/:id", Object.keys(EVENT_DETAIL)),
  get("payouts", listQuery(FILTERS.payouts, Object.keys(PAYOUT))),
  detail("health", Object.keys(HEALTH)),
  get("export", [validateAndTransformQuery(z.object(FILTERS.export), { isList: true })]),
  get("totals", [validateAndTransformQuery(z.object(FILTERS.totals), { isList: true })]),
  get("statement", [validateAndTransformQuery(z.object(FILTERS.statement), { isList: true })]),

  action("payments/:id/check", Nothing),
  action("payments/:id/settle", Nothing),
  action("payments/:id/settle-onto-order", Nothing),
  action("payments/:id/close", ClosePaymentInput),
  action("payments/:id/payouts", RecordInput, CREATE_PAYOUTS),
  action("payments/:id/ask-address", AskAddressInput, CREATE_PAYOUTS),
  action("payouts/:id", CorrectInput, UPDATE_PAYOUTS),
  action("orders/:id/payment-link", AskInput, CREATE_LINKS),
  action("events/:id/retry", Nothing),
  action("events/:id/close", CloseInput),
]
