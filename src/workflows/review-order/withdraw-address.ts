import { isLiving } from "../../core/payment/shopper-status"
import { ofPayment } from "../../core/text/log-lines"
import { replaceSessionData, sessionShowing } from "../../medusa/payment-sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { shownFor } from "../view-payment/view-payment"

/** Removes a payment's address from its session's data, which storefronts show. Idempotent. */
export async function withdrawAddress(context: Context, payment: PaymentRow): Promise<void> {
  const { container, log } = context
  const session = await sessionShowing(container, payment)
  if (!session) return
  try {
    await replaceSessionData(container, session, { token: payment.token, withdrawn: true })
  } catch (error) {
    log("session_not_withdrawn", { ...ofPayment(payment), error })
  }
}

/**
 * Withdraws the address of a valid quote that its page hides: money is on its way, the cart was deleted, the store
 * switched to live mode, or a credit line changed what the order owes. Medusa emits no event for these.
 */
export async function withdrawUnshown(context: Context, payment: PaymentRow): Promise<void> {
  const now = context.clock()
  if (payment.session_id === null || !isLiving(payment, now)) return
  const { view } = await shownFor(context, payment)
  if (view.address === null) await withdrawAddress(context, payment)
}
