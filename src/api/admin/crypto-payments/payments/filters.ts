import type { MedusaRequest } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { PAYMENT_STATES } from "../../../../core/payment/payment-life"
import type { PaymentSelection } from "../../../../modules/crypto-payments/stores/payment-lists"
import { moments, oneOrMore, searchText, texts, yesOrNo } from "../list-query"
import { meaningOf } from "./meaning"

/** The filters of the payments' list, which the export takes too. */
export const paymentFilters = {
  q: searchText.optional(),
  status: oneOrMore(z.enum(PAYMENT_STATES)).optional(),
  asset: texts.optional(),
  connection_id: texts.optional(),
  test_mode: yesOrNo.optional(),
  order_id: texts.optional(),
  created_at: moments.optional(),
}

/** What a validated request selects. */
export async function selectionOf(req: MedusaRequest): Promise<PaymentSelection> {
  const { q, ...filters } = req.filterableFields as Omit<PaymentSelection, "search"> & { q?: string }
  return q ? { ...filters, search: await meaningOf(req.scope, q) } : filters
}
