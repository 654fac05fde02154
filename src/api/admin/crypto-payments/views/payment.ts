import { addressUrl } from "../../../../core/assets/explorers"
import { ATTENTION_WORDS, type AttentionReason } from "../../../../core/payment/attention-reasons"
import type { FoundOrder } from "../../../../medusa/orders"
import type { PaymentRow } from "../../../../modules/crypto-payments/stores/rows"
import type { AttentionView, OrderRef, PaymentView } from "../contract"
import { cryptoView, fiatView, iso, isoOrNull } from "./money"

export const PAYMENT_FIELDS = [
  "id",
  "connection_id",
  "payment_id",
  "status",
  "test_mode",
  "asset",
  "chain",
  "address",
  "explorer_url",
  "pay_amount",
  "amount",
  "rate",
  "quote_expires_at",
  "remote_status",
  "confirmations",
  "superseded",
  "order",
  "cart_id",
  "payment_collection_id",
  "attention",
  "created_at",
  "completed_at",
  "settled_at",
  "closed_at",
] as const satisfies readonly (keyof PaymentView)[]

/** What leaves the server of a payment. The shopper's token is in no list; the detail has it in `pay_url`. */
export function paymentView(row: PaymentRow, order: FoundOrder | null): PaymentView {
  return {
    id: row.id,
    connection_id: row.connection_id,
    payment_id: row.external_id,
    status: row.status,
    test_mode: row.test_mode,
    asset: row.asset,
    chain: row.chain,
    address: row.address,
    explorer_url: addressUrl({ chain: row.chain, testMode: row.test_mode }, row.address),
    pay_amount: cryptoView(row.pay_amount_base, row.asset, row.decimals),
    amount: fiatView(row.amount_minor, row.currency),
    rate: row.rate,
    quote_expires_at: iso(row.quote_expires_at),
    remote_status: row.remote_status,
    confirmations: row.confirmations,
    superseded: row.superseded_at !== null,
    order: order && orderRef(order),
    cart_id: row.cart_id,
    payment_collection_id: row.payment_collection_id,
    attention: paymentAttention(row),
    created_at: iso(row.created_at),
    completed_at: isoOrNull(row.completed_at),
    settled_at: isoOrNull(row.settled_at),
    closed_at: isoOrNull(row.closed_at),
  }
}

const orderRef = ({ id, display_id, email, status }: FoundOrder): OrderRef => ({ id, display_id, email, status })

export function paymentAttention(row: PaymentRow): AttentionView | null {
  if (row.attention_reason === null) return null
  return attentionView(row.attention_reason, row.attention_detail, row.attention_at ?? row.updated_at)
}

export function attentionView(reason: string, detail: string | null, since: Date): AttentionView {
  const known = reason as AttentionReason
  return { reason: known, message: ATTENTION_WORDS[known] ?? reason, detail, since: iso(since) }
}
