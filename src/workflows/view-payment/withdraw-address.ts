import { isLiving } from "../../core/payment/shopper-view"
import { ofPayment } from "../../core/text/log-lines"
import { replaceSessionData, sessionShowing } from "../../medusa/payment-sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { viewOf } from "./view-payment"

/** Takes a payment's address out of its session's data: storefronts show what is there. Safe to call again. */
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
 * Withdraws the address of a living quote that its page does not show: the cart was deleted, the store sells for real
 * money now, or a credit line changed what the order owes, and Medusa announces none of these.
 */
export async function withdrawUnshown(context: Context, payment: PaymentRow): Promise<void> {
  const now = context.clock()
  if (payment.session_id === null || !isLiving(payment, now)) return
  const { address } = await viewOf(context, payment)
  if (address === null) await withdrawAddress(context, payment)
}
