import type { IPaymentModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { isLiving } from "../../core/payment/shopper-view"
import { ofPayment } from "../../core/text/log-lines"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { viewOf } from "./view-payment"

/** Removes a payment's address from its session's data, which storefronts show. Idempotent. */
export async function withdrawAddress(context: Context, payment: PaymentRow): Promise<void> {
  const { container, log } = context
  if (payment.session_id === null) return
  const medusa: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const [session] = await medusa.listPaymentSessions({ id: payment.session_id })
  if (!session || (session.data as { address?: unknown } | null)?.address !== payment.address) return
  try {
    await medusa.updatePaymentSession({
      id: session.id,
      data: { token: payment.token, withdrawn: true },
      amount: (session as { raw_amount?: unknown }).raw_amount as number,
      currency_code: session.currency_code,
    })
  } catch (error) {
    log("session_not_withdrawn", { ...ofPayment(payment), error })
  }
}

/**
 * Withdraws the address of a living quote that its page hides: the cart was deleted, the store went live, or a credit line
 * changed what the order owes. Medusa emits no event for these.
 */
export async function withdrawUnshown(context: Context, payment: PaymentRow): Promise<void> {
  const now = context.clock()
  if (payment.session_id === null || !isLiving(payment, now)) return
  const { address } = await viewOf(context, payment)
  if (address === null) await withdrawAddress(context, payment)
}
