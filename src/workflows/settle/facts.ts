import { providerIdOf } from "../../core/assets/choices"
import { amountOf } from "../../core/money/units"
import { captured, refunded } from "../../core/payment/outstanding"
import { isPartlyRefunded, type SettlementFacts } from "../../core/payment/settlement"
import {
  type CollectionFacts,
  isMadeWith,
  loadCollection,
  type MedusaPayment,
  type MedusaSession,
  orderOfDeletedCollection,
} from "../../medusa/balance"
import { loadCartTotal, totalOfCart } from "../../medusa/carts"
import { medusaAmounts, OPEN_STATUSES } from "../../medusa/collection-state"
import { isDecidedFor } from "../../medusa/collections"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { accountMatch } from "../connections/account-match"
import type { Context } from "../context"

/** The facts for the decision, and the ids to carry it out. */
export type SettlementInput = {
  payment: PaymentRow
  facts: SettlementFacts
  sessionId: string | null
  spareSessionIds: string[]
  cartId: string | null
  orderId: string | null
  /** Medusa's payment that captured this money. */
  medusaPaymentId: string | null
  collection: CollectionFacts | undefined
  /** What Medusa itself has of the payment's amount: see `amountInMedusa`. */
  medusaAmounts: readonly unknown[]
}

/**
 * Reads all facts now, because they may have changed since the address was shown.
 * @param byPerson a person puts the money onto its order, so money that another provider authorized does not count
 */
export async function loadFacts(context: Context, payment: PaymentRow, byPerson: boolean): Promise<SettlementInput> {
  const { container } = context
  const state = await loadCollection(container, payment.payment_collection_id, payment)
  const collection = state?.collection
  const order = state ? state.order : await orderOfDeletedCollection(container, payment)
  const orderId = collection ? collection.orderId : (order?.id ?? null)
  const cartId = collection ? collection.cartId : payment.cart_id
  const capture = collection?.payments.find((one) => isMadeWith(payment, one) && one.captures.length > 0)
  const session = collection && findSession(payment, collection, capture)
  const { spare, otherOpenSessions } = otherSessions(payment, collection, session?.id)
  const isCartOnly = !state && orderId === null && cartId !== null
  const cart = isCartOnly ? await loadCartTotal(container, cartId) : totalOfCart(state?.cart)
  const decided = byPerson || (collection !== undefined && isDecidedFor(payment, collection))
  return {
    payment,
    sessionId: session?.id ?? null,
    spareSessionIds: spare.map(({ id }) => id),
    cartId,
    orderId,
    medusaPaymentId: capture?.id ?? null,
    collection,
    medusaAmounts: state ? medusaAmounts(state) : [],
    facts: {
      payment: {
        state: payment.status,
        amount: amountOf(payment),
        partlyPaidOut: isPartlyRefunded(payment),
        account: await accountMatch(context, payment, orderId !== null),
      },
      captured: capture !== undefined,
      collectionGone: collection === undefined,
      session: session ? { amount: session.amount } : null,
      paidOtherwise: (collection?.payments ?? []).some((one) => !isMadeWith(payment, one) && !isSentBack(one)),
      otherOpenSessions,
      spareSessions: spare.length,
      cart,
      order: order ? { canceled: order.canceled, outstanding: decided ? order.uncaptured : order.outstanding } : null,
    },
  }
}

/** Whether all captured money of a payment was refunded, so that it pays for nothing. */
const isSentBack = (payment: MedusaPayment): boolean =>
  payment.captures.length > 0 && refunded(payment) >= captured(payment)

/** The collection's other open sessions. Those of this connection without a payment are spare. */
function otherSessions(payment: PaymentRow, collection: CollectionFacts | undefined, ownId: string | undefined) {
  const { sessions = [], payments = [] } = collection ?? {}
  const others = sessions.filter(({ id, status }) => id !== ownId && OPEN_STATUSES.includes(status))
  const spare = others.filter(
    ({ id, providerId }) =>
      providerId === providerIdOf(payment.connection_id) && !payments.some(({ sessionId }) => sessionId === id),
  )
  return { spare, otherOpenSessions: others.length - spare.length }
}

/**
 * The session of a payment: the one that it was captured with; otherwise its own; otherwise an open one of the
 * collection for the same amount. A session that has another payment cannot take this one.
 */
function findSession(
  payment: PaymentRow,
  { sessions, payments }: CollectionFacts,
  capture: MedusaPayment | undefined,
): MedusaSession | null {
  const free = sessions.filter(
    ({ id, providerId }) =>
      providerId === providerIdOf(payment.connection_id) &&
      payments.every((one) => one.sessionId !== id || isMadeWith(payment, one)),
  )
  const found = capture
    ? sessions.find(({ id }) => id === capture.sessionId)
    : (free.find(({ id }) => id === payment.session_id) ?? free.find((one) => isOpenForSameAmount(payment, one)))
  return found ?? null
}

const isOpenForSameAmount = (payment: PaymentRow, { status, amount }: MedusaSession): boolean =>
  OPEN_STATUSES.includes(status) &&
  String(amount?.minor) === payment.amount_minor &&
  amount?.currency === payment.currency
