import {
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import type { Policy } from "../../../medusa/policies"
import { readJsonBody } from "../../guards/read-body"
import { refuseDeep, refuseNul, refuseUnwritable } from "../../guards/unusable-request"
import * as bodies from "./bodies"
import { detailQuery, FILTERS, listQuery, type Middlewares } from "./list-query"
import { askThroughReached, ifReached, onlyReached, permit } from "./permissions"
import type { Thing } from "./respond"
import { ATTENTION_FIELDS } from "./views/attention"
import { CONNECTION } from "./views/connection"
import { EVENT, EVENT_DETAIL } from "./views/event"
import { HEALTH } from "./views/health"
import { PAYMENT } from "./views/payment"
import { PAYMENT_DETAIL } from "./views/payment-detail"
import { PAYMENT_LINK } from "./views/payment-link"
import { PAYOUT } from "./views/payout"

type Schema = Parameters<typeof validateAndTransformBody>[0]

const ROOT = "/admin/crypto-payments"
const CONNECTION_FIELDS = Object.keys(CONNECTION)

/** The policies of src/policies, for the whole store or for one connection. They apply only if RBAC is on. */
const READ_PAYMENTS = { resource: "crypto_payment", operation: "read" }
const UPDATE_PAYMENTS = { resource: "crypto_payment", operation: "update" }
const CREATE_PAYOUTS = { resource: "crypto_refund", operation: "create" }
const UPDATE_PAYOUTS = { resource: "crypto_refund", operation: "update" }
const CREATE_LINKS = { resource: "crypto_payment_link", operation: "create" }
const READ_CONNECTIONS = { resource: "crypto_connection", operation: "read" }
const UPDATE_CONNECTIONS = { resource: "crypto_connection", operation: "update" }

/** Answers to admins must not be cached, not even by the browser. */
function noStore(_req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  res.set("Cache-Control", "no-store")
  next()
}

const get = (path: string, middlewares: Middlewares): MiddlewareRoute => ({
  matcher: `${ROOT}/${path}`,
  method: ["GET"],
  middlewares,
})

/** A list, limited to the connections that the admin's role may reach. */
const list = (path: string, query: Middlewares, policy: Policy = READ_PAYMENTS): MiddlewareRoute =>
  get(path, [permit(policy), ...query, onlyReached(policy === READ_CONNECTIONS ? "id" : "connection_id")])

/** One resource, which exists only for a role that may reach its connection. */
const detail = (path: string, thing: Thing, fields: readonly string[], policy: Policy = READ_PAYMENTS) =>
  get(path, [permit(policy), ifReached(thing), ...detailQuery(fields)])

/** The answer contains the payment or the event, so the admin must also be allowed to read it. */
const action = (path: string, thing: Thing, body: Schema, policy: Policy = UPDATE_PAYMENTS): MiddlewareRoute => ({
  matcher: `${ROOT}/${path}`,
  method: ["POST"],
  middlewares: [permit(READ_PAYMENTS, policy), ifReached(thing), validateAndTransformBody(body)],
})

/** The body may contain a secret, so our own parser reads it. */
const connectionChange = (path: string, body: Schema): MiddlewareRoute => ({
  matcher: `${ROOT}/${path}`,
  method: ["POST"],
  bodyParser: false,
  middlewares: [
    ...[permit(READ_CONNECTIONS, UPDATE_CONNECTIONS), ifReached("connection")],
    ...[...readJsonBody, validateAndTransformBody(body), ...detailQuery(CONNECTION_FIELDS)],
  ],
})

export const adminRoutes: MiddlewareRoute[] = [
  { matcher: `${ROOT}/*`, middlewares: [noStore, refuseDeep, refuseUnwritable, refuseNul] },

  list("connections", listQuery(FILTERS.connections, CONNECTION_FIELDS), READ_CONNECTIONS),
  detail("connections/:id", "connection", CONNECTION_FIELDS, READ_CONNECTIONS),
  connectionChange("connections/:id", bodies.ConnectionChange),
  connectionChange("connections/:id/endpoint-secret", bodies.SecretRotation),
  connectionChange("connections/:id/test", bodies.ConnectionTestInput),
  connectionChange("connections/:id/preview", bodies.PreviewInput),

  list("payments", listQuery(FILTERS.payments, Object.keys(PAYMENT))),
  detail("payments/:id", "payment", Object.keys(PAYMENT_DETAIL)),
  detail("orders/:id/payment-link", "payment_link", Object.keys(PAYMENT_LINK)),
  list("attention", listQuery(FILTERS.attention, ATTENTION_FIELDS)),
  list("events", listQuery(FILTERS.events, Object.keys(EVENT))),
  detail("events/:id", "event", Object.keys(EVENT_DETAIL)),
  list("refunds", listQuery(FILTERS.refunds, Object.keys(PAYOUT))),
  get("health", [permit(READ_PAYMENTS), ...detailQuery(Object.keys(HEALTH))]),
  list("export", [validateAndTransformQuery(z.object(FILTERS.export), { isList: true })]),
  list("totals", [validateAndTransformQuery(z.object(FILTERS.totals), { isList: true })]),

  action("payments/:id/check", "payment", bodies.Nothing),
  action("payments/:id/settle", "payment", bodies.Nothing),
  action("payments/:id/settle-onto-order", "payment", bodies.Nothing),
  action("payments/:id/close", "payment", bodies.CloseInput),
  action("payments/:id/refunds", "payment", bodies.RecordInput, CREATE_PAYOUTS),
  action("refunds/:id", "refund", bodies.CorrectInput, UPDATE_PAYOUTS),
  action("orders/:id/payment-link", "payment_link", bodies.AskInput, CREATE_LINKS),
  { matcher: `${ROOT}/orders/:id/payment-link`, method: ["POST"], middlewares: [askThroughReached] },
  action("events/:id/retry", "event", bodies.Nothing),
  action("events/:id/close", "event", bodies.CloseInput),
]
