import { transactionUrl } from "../../../../core/assets/explorers"
import { ASSET_FACTS, isAsset } from "../../../../core/assets/registry"
import type { PaymentRow, PayoutRow } from "../../../../modules/crypto-payments/stores/rows"
import type { Actor, RefundView } from "../contract"
import { cryptoView, fiatView, iso } from "./money"

export const REFUND_FIELDS = [
  "id",
  "payment_id",
  "amount",
  "sent",
  "chain",
  "address",
  "transaction_id",
  "explorer_url",
  "note",
  "created_at",
  "created_by",
  "medusa_refund_id",
] as const satisfies readonly (keyof RefundView)[]

/** @param payment the one that it was for, which knows whether this is a test network */
export const refundView = (
  row: PayoutRow,
  payment: Pick<PaymentRow, "test_mode" | "asset" | "decimals"> | undefined,
  actorOf: (id: string) => Actor,
): RefundView => ({
  id: row.id,
  payment_id: row.payment_id,
  amount: fiatView(row.amount_minor, row.currency),
  sent: cryptoView(row.sent_base, row.asset, decimalsOf(row, payment)),
  chain: row.chain,
  address: row.address,
  transaction_id: row.transaction_id,
  explorer_url: payment ? transactionUrl({ chain: row.chain, testMode: payment.test_mode }, row.transaction_id) : null,
  note: row.note,
  created_at: iso(row.created_at),
  created_by: row.created_by === null ? null : actorOf(row.created_by),
  medusa_refund_id: row.medusa_refund_id,
})

const decimalsOf = (row: PayoutRow, payment: Pick<PaymentRow, "asset" | "decimals"> | undefined): number => {
  if (payment?.asset === row.asset) return payment.decimals
  return isAsset(row.asset) ? ASSET_FACTS[row.asset].decimals : 0
}
