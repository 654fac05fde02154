import type { FiatAmount } from "../../core/money/units"
import { isShown } from "../../core/payment/shown"
import { CryptoPaymentError, isCryptoPaymentError } from "../../core/text/errors"
import { payableSessions } from "../../medusa/asked-orders"
import { readPayable } from "../../medusa/books"
import { askedOn, medusaAmounts, refusalToOpen, refuseChangedCart } from "../../medusa/payable"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { moneyElsewhere, paidOf, refuseTestCoins, seenOf } from "../connections/account-standing"
import type { Context } from "../context"

/** The open payment session that the shopper can still pay. */
export type PaymentStep = {
  sessionId: string
  /** What is owed now. */
  amount: FiatAmount
  /** What Medusa itself has of it: see `amountInMedusa`. */
  own: readonly unknown[]
  orderId: string | null
}

/**
 * The open session of a payment: its own, or the one that replaced it in the same payment collection. It never reads
 * another collection, so a token never reaches another shopper's cart.
 * @throws CryptoPaymentError if nothing is owed: the order was canceled or owes nothing, the collection was paid
 * another way, or no session is open
 */
export async function findOpenPaymentStep(context: Context, payment: PaymentRow): Promise<PaymentStep> {
  const { container } = context
  const payable = await readPayable(container, payment.payment_collection_id)
  if (!payable) throw new CryptoPaymentError("session_gone")
  const { collection, order } = payable
  if (collection.ownerless) throw new CryptoPaymentError("session_gone")
  const refusal = refusalToOpen(payable, true)
  if (refusal) throw new CryptoPaymentError(refusal)
  // Authorized money also counts: for what the order owes, or for the whole collection of a cart.
  const isPromised = order ? !order.outstanding : collection.payments.length > 0
  if (isPromised) throw new CryptoPaymentError("already_paid")

  const sessions = payableSessions(collection, payment.connection_id)
  const session = sessions.find(({ id }) => id === payment.session_id) ?? sessions[0]
  if (!session) throw new CryptoPaymentError("session_gone")
  const amount = order ? askedOn(payable) : session.amount
  if (!amount) throw new CryptoPaymentError("amount_not_positive")
  if (!order) refuseChangedCart(payable, amount)
  return { sessionId: session.id, amount, own: medusaAmounts(payable), orderId: collection.orderId }
}

/** A paid payment of the collection or the order, or else one whose money is on its way; `payment` itself first. */
export async function arrivedAmong(
  context: Context,
  rows: PaymentRow[],
  payment: PaymentRow,
): Promise<PaymentRow | undefined> {
  const paid = await paidOf(context, rows)
  const arrived = paid.length > 0 ? paid : await seenOf(context, rows)
  return arrived.find(({ id }) => id === payment.id) ?? arrived[0] ?? (await moneyElsewhere(context, payment))[0]
}

/** Whether the payment's page can give a new price, as far as this is known without asking the service. */
export async function canRenew(context: Context, payment: PaymentRow): Promise<boolean> {
  const { store } = context
  if (!isShown(payment) || !(await store.settingsOf(payment.connection_id))) return false
  const rows = await store.payments.byCollection(payment.payment_collection_id)
  if (await arrivedAmong(context, rows, payment)) return false
  try {
    const { orderId } = await findOpenPaymentStep(context, payment)
    await refuseTestCoins(context, payment.connection_id, { ...payment, order_id: orderId })
    return true
  } catch (error) {
    if (isCryptoPaymentError(error)) return false
    throw error
  }
}
