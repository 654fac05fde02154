import {
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { readJsonBody } from "../../guards/read-body"
import { refuseDeep, refuseNul, refuseUnwritable } from "../../guards/unusable-request"
import * as bodies from "./bodies"
import { detailQuery, FILTERS, listQuery, type Middlewares } from "./list-query"
import { ATTENTION_FIELDS } from "./views/attention"
import { CONNECTION } from "./views/connection"
import { EVENT, EVENT_DETAIL } from "./views/event"
import { HEALTH } from "./views/health"
import { PAYMENT, PAYMENT_LINK, PAYOUT } from "./views/payment"
import { PAYMENT_DETAIL } from "./views/payment-detail"

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
const connectionChange = (path: string, body: Schema): MiddlewareRoute => ({
  matcher: `${ROOT}/${path}`,
  method: ["POST"],
  bodyParser: false,
  policies: [READ_CONNECTIONS, UPDATE_CONNECTIONS],
  middlewares: [...readJsonBody, validateAndTransformBody(body), ...detailQuery(CONNECTION_FIELDS)],
})

export const adminRoutes: MiddlewareRoute[] = [
  { matcher: `${ROOT}/*`, middlewares: [noStore, refuseDeep, refuseUnwritable, refuseNul] },

  get("connections", listQuery(FILTERS.connections, CONNECTION_FIELDS), READ_CONNECTIONS),
  detail("connections/:id", CONNECTION_FIELDS, READ_CONNECTIONS),
  connectionChange("connections/:id", bodies.ConnectionChange),
  connectionChange("connections/:id/endpoint-secret", bodies.SecretRotation),
  connectionChange("connections/:id/test", bodies.ConnectionTestInput),
  connectionChange("connections/:id/preview", bodies.PreviewInput),

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

  action("payments/:id/check", bodies.Nothing),
  action("payments/:id/settle", bodies.Nothing),
  action("payments/:id/settle-onto-order", bodies.Nothing),
  action("payments/:id/close", bodies.CloseInput),
  action("payments/:id/payouts", bodies.RecordInput, CREATE_PAYOUTS),
  action("payments/:id/ask-address", bodies.AskAddressInput, CREATE_PAYOUTS),
  action("payouts/:id", bodies.CorrectInput, UPDATE_PAYOUTS),
  action("orders/:id/payment-link", bodies.AskInput, CREATE_LINKS),
  action("events/:id/retry", bodies.Nothing),
  action("events/:id/close", bodies.CloseInput),
]
