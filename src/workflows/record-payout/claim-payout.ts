import type { FiatAmount } from "../../core/money/units"
import { CryptoPaymentError } from "../../core/text/errors"
import { payoutBehind } from "../../medusa/payment-sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

/**
 * Lets the Medusa refund through that was made for a recorded payout, once.
 * @throws CryptoPaymentError `refund_by_hand` for every other refund: software cannot send the money back
 */
export async function claimPayout(
  { store, clock }: Context,
  payment: PaymentRow,
  refundId: string | undefined,
  { minor }: FiatAmount,
): Promise<void> {
  const payout = refundId === undefined ? undefined : await payoutBehind(refundId)
  const recorded =
    refundId !== undefined &&
    payout !== undefined &&
    (await store.payouts.claimPayout(payout, payment.id, String(minor), refundId, clock()))
  if (!recorded) throw new CryptoPaymentError("refund_by_hand")
}
