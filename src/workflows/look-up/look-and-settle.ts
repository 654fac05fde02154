import { isUnsettled } from "../../core/payment/payment-life"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { tellStore } from "../notify-store/notify-store"
import { PAYMENT_EVENT_NAMES } from "../notify-store/store-events"
import { type SettleResult, settlePayment } from "../settle/settle-payment"
import { type LookUp, lookUpPayment } from "./look-up-payment"

/**
 * Asks the service for a payment, and settles at once what turns out to be paid. The caller has taken the look-up
 * out of the connection's allowance.
 * @returns what was seen, and what came of settling where there was something to settle
 * @throws Error where the connection is not set up
 */
export async function lookAndSettle(
  context: Context,
  payment: PaymentRow,
  patience: { deadlineMs?: number; attempts?: number },
): Promise<{ look: LookUp; settled: SettleResult | undefined }> {
  const look = await lookUpPayment(context, payment, patience)
  if (!look.ok || !isUnsettled(look.payment.status)) return { look, settled: undefined }
  if (look.completed) await tellStore(context, PAYMENT_EVENT_NAMES.completed, look.payment)
  // The lease went with the move, so that an event's worker and this one cannot both settle.
  return { look, settled: await settlePayment(context, look.payment.id) }
}
