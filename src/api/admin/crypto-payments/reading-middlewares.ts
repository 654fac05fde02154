import { type MiddlewareRoute, validateAndTransformQuery } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { WEBHOOK_EVENT_STATES } from "../../../modules/crypto-payments/models/webhook-event"
import { detailQuery, listQuery, oneOrMore, searchText, texts } from "./list-query"
import { paymentFilters } from "./payments/filters"
import { MAY } from "./policies"
import { ATTENTION_FIELDS } from "./views/attention"
import { EVENT_FIELDS } from "./views/event"
import { HEALTH_FIELDS } from "./views/health"
import { PAYMENT_FIELDS } from "./views/payment"
import { PAYMENT_DETAIL_FIELDS } from "./views/payment-detail"
import { REFUND_FIELDS } from "./views/refund"

const reading = (path: string, middlewares: MiddlewareRoute["middlewares"]): MiddlewareRoute => ({
  matcher: `/admin/crypto-payments/${path}`,
  method: ["GET"],
  policies: MAY.readPayments,
  middlewares,
})

const eventFilters = {
  connection_id: texts.optional(),
  state: oneOrMore(z.enum(WEBHOOK_EVENT_STATES)).optional(),
  payment_id: texts.optional(),
}

/** Lists and details: nothing here changes anything. */
export const readingMiddlewares: MiddlewareRoute[] = [
  reading("payments", listQuery(paymentFilters, PAYMENT_FIELDS)),
  reading("payments/:id", detailQuery(PAYMENT_DETAIL_FIELDS)),
  reading("attention", listQuery({ q: searchText.optional() }, ATTENTION_FIELDS)),
  reading("events", listQuery(eventFilters, EVENT_FIELDS)),
  reading("events/:id", detailQuery([...EVENT_FIELDS, "body", "actions"])),
  reading("refunds", listQuery({ q: searchText.optional(), payment_id: texts.optional() }, REFUND_FIELDS)),
  reading("health", detailQuery(HEALTH_FIELDS)),
  reading("export", [validateAndTransformQuery(z.object(paymentFilters), { isList: true })]),
]
