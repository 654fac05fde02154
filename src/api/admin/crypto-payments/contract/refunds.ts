import type { Actor, CryptoView, FiatView, ListOf } from "./common"
import type { PaymentAnswer, PaymentFilters } from "./payments"

export type RefundView = {
  id: string
  /** Our payment. */
  payment_id: string
  amount: FiatView
  sent: CryptoView
  chain: string
  address: string
  transaction_id: string
  /** The transaction in a block explorer; null where there is none. */
  explorer_url: string | null
  note: string | null
  created_at: string
  created_by: Actor | null
  /** The refund that it became in Medusa; null where Medusa had captured nothing. */
  medusa_refund_id: string | null
}
/** `GET /admin/crypto-payments/refunds` (filters: `payment_id`, `q`: beginning of a transaction id) */
export type RefundList = ListOf<"refunds", RefundView>

/** `POST /admin/crypto-payments/payments/:id/refunds` */
export type RefundBody = {
  /** What it is worth in the payment's currency, as a plain decimal in major units ("12.50"). */
  amount: string
  /** What was sent, as a plain decimal in whole units of the asset ("0.00021"). */
  sent: string
  /** Defaults to the asset and network that were paid in. */
  asset?: string
  chain?: string
  address: string
  transaction_id: string
  note?: string
}
export type RefundAnswer = PaymentAnswer & { refund: RefundView }

/**
 * `GET /admin/crypto-payments/export` with the filters of the payments list: CSV (RFC 4180), streamed, newest first,
 * cells that a spreadsheet would take for a formula made harmless.
 */
export type ExportQuery = PaymentFilters
