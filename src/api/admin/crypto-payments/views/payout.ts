import { transactionUrl } from "../../../../core/assets/explorers"
import { ASSET_FACTS, isAsset } from "../../../../core/assets/registry"
import { cryptoAmount } from "../../../../core/money/units"
import type { Actor } from "../../../../medusa/actors"
import { formerOf } from "../../../../modules/crypto-payments/stores/payouts"
import type { PaymentRow, PayoutRow } from "../../../../modules/crypto-payments/stores/rows"
import { type Fields, fiatView, iso, isoOrNull, show, type ViewOf } from "./values"

type PaidBy = Pick<PaymentRow, "test_mode" | "asset" | "decimals">

/** A payout that an admin recorded. The API calls it a refund. */
export const PAYOUT = {
  id: ({ row }) => row.id,
  payment_id: ({ row }) => row.payment_id,
  amount: ({ row }) => fiatView(row.amount_minor, row.currency),
  sent: ({ row, payment }) => cryptoAmount(row.sent_base, row.asset, decimalsOf(row, payment)),
  chain: ({ row }) => row.chain,
  address: ({ row }) => row.address,
  transaction_id: ({ row }) => row.transaction_id,
  /** URL of the transaction in a block explorer; null if there is no explorer. */
  explorer_url: ({ row, payment }) =>
    payment ? transactionUrl({ chain: row.chain, testMode: payment.test_mode }, row.transaction_id) : null,
  note: ({ row }) => row.note,
  /** When the store's retention time deleted address, note and corrections; null if it did not. */
  payee_deleted_at: ({ row }) => isoOrNull(row.payee_deleted_at),
  created_at: ({ row }) => iso(row.created_at),
  created_by: ({ row, actorOf }) => (row.created_by === null ? null : actorOf(row.created_by)),
  /** The former values before each correction, oldest first. */
  corrections: ({ row, actorOf }) => formerOf(row).map(({ by, ...former }) => ({ ...former, by: actorOf(by) })),
  /** The refund in Medusa that was made for the payout; null if Medusa had not captured the money. */
  medusa_refund_id: ({ row }) => row.medusa_refund_id,
} satisfies Fields<{ row: PayoutRow; payment: PaidBy | undefined; actorOf: (id: string) => Actor }>

export type RefundView = ViewOf<typeof PAYOUT>

export const payoutView = (row: PayoutRow, payment: PaidBy | undefined, actorOf: (id: string) => Actor): RefundView =>
  show(PAYOUT, { row, payment, actorOf })

/** The ids of all people in the view. */
export const peopleOf = (row: PayoutRow): (string | null)[] => [row.created_by, ...formerOf(row).map(({ by }) => by)]

export function decimalsOf(row: Pick<PayoutRow, "asset">, payment?: Pick<PaymentRow, "asset" | "decimals">): number {
  if (payment?.asset === row.asset) return payment.decimals
  return isAsset(row.asset) ? ASSET_FACTS[row.asset].decimals : 0
}
