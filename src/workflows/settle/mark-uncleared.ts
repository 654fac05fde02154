import { DEFAULT_SETTINGS } from "../../core/connection/settings"
import { decideUnpaid } from "../../core/payment/attention"
import type { UnpaidReason } from "../../core/payment/attention-reasons"
import { isPaid } from "../../core/payment/payment-life"
import { NO_MARK } from "../../modules/crypto-payments/stores/payments"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { tellOfAttention } from "./record"

/**
 * Opens an attention item for money that was seen and does not clear, and ends it if the service no longer sees the
 * money. The order is then payable again.
 * @param payment with the service's last answer
 */
export async function markUncleared(
  context: Context,
  payment: PaymentRow,
  watchDays: number = DEFAULT_SETTINGS.watchDays,
): Promise<PaymentRow> {
  const { store, clock } = context
  const now = clock()
  const { id, status, attention_reason: marked } = payment
  const reason = decideUnpaid(payment, now.getTime(), watchDays)
  if (isPaid(status) || reason === marked) return payment
  if (reason === null) {
    await store.payments.clearMark(id, marked as UnpaidReason, now)
    return { ...payment, ...NO_MARK }
  }
  const opened = await store.payments.markUnpaid(id, reason, now)
  if (opened) await tellOfAttention(context, opened, reason, null)
  return opened ?? payment
}
