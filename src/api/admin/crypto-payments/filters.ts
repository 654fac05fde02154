import type { MedusaRequest } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { PAYMENT_STATES } from "../../../core/payment/payment-life"
import { paymentSearch } from "../../../medusa/payment-search"
import { WEBHOOK_EVENT_STATES } from "../../../modules/crypto-payments/models/webhook-event"
import type { PaymentSelection } from "../../../modules/crypto-payments/stores/payment-lists"
import { moments, oneOrMore, searchText, texts, yesOrNo } from "./list-query"

/** What each list can be filtered by, beside what every list takes. The export takes the payments' filters. */
export const FILTERS = {
  payments: {
    q: searchText.optional(),
    status: oneOrMore(z.enum(PAYMENT_STATES)).optional(),
    asset: texts.optional(),
    connection_id: texts.optional(),
    test_mode: yesOrNo.optional(),
    order_id: texts.optional(),
    created_at: moments.optional(),
  },
  events: {
    connection_id: texts.optional(),
    state: oneOrMore(z.enum(WEBHOOK_EVENT_STATES)).optional(),
    payment_id: texts.optional(),
  },
  refunds: { q: searchText.optional(), payment_id: texts.optional() },
  attention: { q: searchText.optional() },
  totals: {
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    connection_id: texts.optional(),
    format: z.enum(["json", "csv"]).optional(),
  },
  connections: { order: z.enum(["id", "-id"]).default("id"), q: searchText.optional(), id: texts.optional() },
}

/** The payments that a validated request asks for. */
export async function paymentSelection(req: MedusaRequest): Promise<PaymentSelection> {
  const { q, ...filters } = req.filterableFields as Omit<PaymentSelection, "search"> & { q?: string }
  return q ? { ...filters, search: await paymentSearch(req.scope, q) } : filters
}
