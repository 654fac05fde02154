import { isShown } from "../../core/payment/shown"
import { isCryptoPaymentError } from "../../core/text/errors"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { refuseTestCoins } from "../connections/account-standing"
import type { Context } from "../context"
import { openPaymentStep } from "./open-session"
import { arrivedAmong } from "./renew-quote"

/** Whether the payment's page can give a new price, as far as this is known without asking the service. */
export async function canRenew(context: Context, payment: PaymentRow): Promise<boolean> {
  const { store } = context
  if (!isShown(payment) || !(await store.settingsOf(payment.connection_id))) return false
  const rows = await store.payments.byCollection(payment.payment_collection_id)
  if (await arrivedAmong(context, rows, payment)) return false
  try {
    const { orderId } = await openPaymentStep(context, payment)
    await refuseTestCoins(context, payment.connection_id, { ...payment, order_id: orderId })
    return true
  } catch (error) {
    if (isCryptoPaymentError(error)) return false
    throw error
  }
}
