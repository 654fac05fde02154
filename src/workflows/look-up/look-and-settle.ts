import { isUnsettled } from "../../core/payment/payment-life"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { tellStore } from "../notify-store/notify-store"
import { PAYMENT_EVENT_NAMES } from "../notify-store/store-events"
import type { SettleResult } from "../settle/settle-outcome"
import { settlePayment } from "../settle/settle-payment"
import { type LookUp, lookUpPayment } from "./look-up-payment"

/**
 * Asks the service for a payment, and settles it at once if it is paid. The caller has taken the lookup from the
 * connection's allowance.
 * @returns what the service said, and how settling ended, if there was something to settle
 * @throws Error if the connection is not set up
 */
export async function lookAndSettle(
  context: Context,
  payment: PaymentRow,
  patience: { deadlineMs?: number; attempts?: number },
): Promise<{ look: LookUp; settled: SettleResult | undefined }> {
  const look = await lookUpPayment(context, payment, patience)
  if (!look.ok || !isUnsettled(look.payment.status)) return { look, settled: undefined }
  if (look.completed) await tellStore(context, PAYMENT_EVENT_NAMES.completed, look.payment)
  // Settling claims the payment anew, so an event's worker and this one cannot both settle.
  return { look, settled: await settlePayment(context, look.payment.id) }
}
