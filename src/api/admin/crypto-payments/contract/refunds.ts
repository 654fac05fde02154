import type { ListOf, RefundView } from "./common"
import type { PaymentAnswer } from "./payments"

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
