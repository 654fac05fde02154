import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { providerIdOf } from "../../core/assets/offered-assets"
import type { FiatAmount } from "../../core/money/units"
import { CryptoPaymentError } from "../../core/text/errors"
import { askedOn, readPayable, refusalToOpen } from "../../medusa/payable"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

/** The payment session that a payment's shopper can still pay, as Medusa has it now. */
export type PaymentStep = {
  sessionId: string
  /** What is owed at this moment. */
  amount: FiatAmount
  orderId: string | null
}

/** Nothing was promised on them yet, or only that the order waits for the money. */
const PAYABLE: readonly string[] = [
  PaymentSessionStatus.PENDING,
  PaymentSessionStatus.REQUIRES_MORE,
  PaymentSessionStatus.PENDING_AUTHORIZATION,
]

/**
 * The session behind a payment: its own, or the one that took its place in the same payment collection. Nothing outside
 * of that collection is looked at, so that nobody's token reaches another shopper's cart.
 *
 * @throws CryptoPaymentError where there is nothing (more) to pay: the order was canceled or owes nothing, the
 * collection is paid some other way, or the cart changed and no session is open
 */
export async function openPaymentStep(context: Context, payment: PaymentRow): Promise<PaymentStep> {
  const { container } = context
  const payable = await readPayable(container, payment.payment_collection_id)
  if (!payable) throw new CryptoPaymentError("session_gone")
  const { collection, order } = payable
  if (collection.ownerless) throw new CryptoPaymentError("session_gone")
  const refusal = refusalToOpen(payable, true)
  if (refusal) throw new CryptoPaymentError(refusal)
  // What is authorized pays for it too: all that an order owes, or whatever a cart's collection is for.
  const isPromised = order ? !order.owes : collection.payments.length > 0
  if (isPromised) throw new CryptoPaymentError("already_paid")

  const sessions = collection.sessions.filter(
    ({ providerId, status }) => providerId === providerIdOf(payment.connection_id) && PAYABLE.includes(status),
  )
  const session = sessions.find(({ id }) => id === payment.session_id) ?? sessions[0]
  if (!session) throw new CryptoPaymentError("session_gone")
  const amount = order ? askedOn(payable) : session.amount
  if (!amount) throw new CryptoPaymentError("amount_not_positive")
  return { sessionId: session.id, amount, orderId: collection.orderId }
}
