import type { FiatAmount } from "../../core/money/units"
import { isCurrent } from "../../core/payment/lifecycle"
import { CryptoPaymentError, isCryptoPaymentError } from "../../core/text/errors"
import { askedOn, loadCollection, medusaAmounts } from "../../medusa/collection-state"
import { openSessions } from "../../medusa/collections"
import { refusalToOpen, refuseChangedCart } from "../../medusa/refusals"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { refuseTestCoins } from "../connections/account-match"
import type { Context } from "../context"
import { paidAmong, paymentsOnOtherCollections, seenAmong } from "../counted-money"

/** The open payment session that the shopper can still pay. */
export type PaymentStep = {
  sessionId: string
  amount: FiatAmount
  /** What Medusa itself has of it. */
  medusaAmounts: readonly unknown[]
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
  const state = await loadCollection(container, payment.payment_collection_id)
  if (!state) throw new CryptoPaymentError("session_gone")
  const { collection, order } = state
  if (collection.ownerless) throw new CryptoPaymentError("session_gone")
  const refusal = refusalToOpen(state, true)
  if (refusal) throw new CryptoPaymentError(refusal)
  // Authorized money also counts: for what the order owes, or for the whole collection of a cart.
  const isPromised = order ? !order.outstanding : collection.payments.length > 0
  if (isPromised) throw new CryptoPaymentError("already_paid")

  const sessions = openSessions(collection, payment.connection_id)
  const session = sessions.find(({ id }) => id === payment.session_id) ?? sessions[0]
  if (!session) throw new CryptoPaymentError("session_gone")
  const amount = order ? askedOn(state) : session.amount
  if (!amount) throw new CryptoPaymentError("amount_not_positive")
  if (!order) refuseChangedCart(state, amount)
  return { sessionId: session.id, amount, medusaAmounts: medusaAmounts(state), orderId: collection.orderId }
}

/** A paid payment of the collection or the order, or else one whose money is on its way; `payment` itself first. */
export async function receivedAmong(
  context: Context,
  rows: PaymentRow[],
  payment: PaymentRow,
): Promise<PaymentRow | undefined> {
  const paid = await paidAmong(context, rows)
  const arrived = paid.length > 0 ? paid : await seenAmong(context, rows)
  return (
    arrived.find(({ id }) => id === payment.id) ?? arrived[0] ?? (await paymentsOnOtherCollections(context, payment))[0]
  )
}

/** Whether the payment's page can give a new price, as far as this is known without asking the service. */
export async function canRenew(context: Context, payment: PaymentRow): Promise<boolean> {
  const { store } = context
  if (!isCurrent(payment)) return false
  const rows = await store.payments.byCollection(payment.payment_collection_id)
  if (await receivedAmong(context, rows, payment)) return false
  try {
    const { orderId } = await findOpenPaymentStep(context, payment)
    return await mayAsk(context, { ...payment, order_id: orderId })
  } catch (error) {
    if (isCryptoPaymentError(error)) return false
    throw error
  }
}

/** Whether the connection can ask for this money: it is set up, and its keys are not for test coins of a live order. */
export async function mayAsk(context: Context, payment: PaymentRow): Promise<boolean> {
  const { connection_id } = payment
  if (!(await context.store.settingsOf(connection_id))) return false
  try {
    await refuseTestCoins(context, connection_id, payment)
    return true
  } catch (error) {
    if (isCryptoPaymentError(error)) return false
    throw error
  }
}
