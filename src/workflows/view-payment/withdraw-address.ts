import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { isLiving } from "../../core/payment/shopper-view"
import { ofPayment } from "../../core/text/log-lines"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { viewOf } from "./view-payment"

/** Takes a payment's address out of its session's data: storefronts show what is there. Safe to call again. */
export async function withdrawAddress(container: MedusaContainer, payment: PaymentRow): Promise<void> {
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
    // The pay page and the store API judge by the order itself. A session that went away shows nothing.
    const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
    module.log("session_not_withdrawn", { ...ofPayment(payment), error })
  }
}

/**
 * Withdraws the address of a living quote that its page does not show: the cart was deleted, the store sells for real
 * money now, or a credit line changed what the order owes, and Medusa announces none of these.
 */
export async function withdrawUnshown(container: MedusaContainer, payment: PaymentRow, now: Date): Promise<void> {
  if (payment.session_id === null || !isLiving(payment, now)) return
  const { address } = await viewOf(container, payment, now)
  if (address === null) await withdrawAddress(container, payment)
}
