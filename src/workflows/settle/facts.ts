import { ContainerRegistrationKeys, PaymentSessionStatus } from "@medusajs/framework/utils"
import { providerIdOf } from "../../core/assets/offered-assets"
import type { AttentionReason } from "../../core/payment/attention-reasons"
import { capturedMinor, refundedMinor } from "../../core/payment/order-debt"
import type { SettlementFacts } from "../../core/payment/settlement"
import { type CollectionFacts, collectionFacts, type MedusaSession } from "../../medusa/collections"
import { type OrderBooks, orderBooks } from "../../medusa/order-books"
import { MADE_FOR } from "../../medusa/order-collections"
import { fiat, isMadeWith, type MedusaPayment } from "../../medusa/payments"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { accountStanding } from "../connections/account-standing"
import type { Context } from "../context"

/** What the decision needs, and what acting on it needs. */
export type Gathered = {
  facts: SettlementFacts
  sessionId: string | null
  spareSessionIds: string[]
  cartId: string | null
  orderId: string | null
  /** What does not name the order (yet), where something else does. */
  unnamedOn: "cart" | "collection" | null
  /** Medusa's payment that captured this money. */
  medusaPaymentId: string | null
  collection: CollectionFacts | undefined
  order: OrderBooks | undefined
}

/** Statuses in which completing a cart may pick a session (core's validate-cart-payments). */
const OPEN_STATUSES: readonly string[] = [
  PaymentSessionStatus.PENDING,
  PaymentSessionStatus.REQUIRES_MORE,
  PaymentSessionStatus.AUTHORIZED,
  PaymentSessionStatus.CAPTURED,
  PaymentSessionStatus.PENDING_AUTHORIZATION,
]

/**
 * Reads everything afresh: what was true when the address was shown may not be true now.
 * @param byPerson a person puts it onto its order, whatever another provider has promised; a collection that was made
 *   for this payment says so too, where that process died
 */
export async function gatherFacts(
  context: Context,
  payment: PaymentRow,
  { byPerson = false }: { byPerson?: boolean } = {},
): Promise<Gathered> {
  const { container } = context
  const collection = await collectionFacts(container, payment.payment_collection_id)
  const orderId = collection?.orderId ?? null
  const cartId = collection?.cartId ?? null
  const [order, cart] = await Promise.all([
    orderId === null ? undefined : orderBooks(container, orderId, payment),
    // With an order the cart's totals decide nothing, and reading them costs more than all the rest.
    orderId === null && cartId !== null ? cartFacts(context, cartId) : null,
  ])
  const decided = byPerson || collection?.metadata[MADE_FOR] === payment.id
  const capture = collection?.payments.find((one) => isMadeWith(payment, one) && one.captures.length > 0)
  const session = await findSession(context, payment, collection, capture)
  const others = (collection?.sessions ?? []).filter(
    (other) => other.id !== session?.id && OPEN_STATUSES.includes(other.status),
  )
  const spare = others.filter((other) => other.providerId === providerIdOf(payment.connection_id) && isFree(other))

  function isFree({ id }: MedusaSession): boolean {
    return !collection?.payments.some(({ sessionId }) => sessionId === id)
  }

  return {
    sessionId: session?.id ?? null,
    spareSessionIds: spare.map(({ id }) => id),
    cartId,
    orderId,
    unnamedOn: unnamedOn(collection),
    medusaPaymentId: capture?.id ?? null,
    collection,
    order,
    facts: {
      payment: {
        state: payment.status,
        amount: { minor: Number(payment.amount_minor), currency: payment.currency },
        partlySentBack: payment.attention_reason === ("partly_sent_back" satisfies AttentionReason),
        account: await accountStanding(context, payment, orderId !== null),
      },
      captured: capture !== undefined,
      session: session && { amount: session.amount },
      paidOtherwise: (collection?.payments ?? []).some((one) => !isMadeWith(payment, one) && !isSentBack(one)),
      otherOpenSessions: others.length - spare.length,
      spareSessions: spare.length,
      cart,
      order: order ? { canceled: order.canceled, owes: decided ? order.unpaid : order.owes } : null,
    },
  }
}

/** All that was captured on it went back: it pays for nothing. */
const isSentBack = (payment: MedusaPayment): boolean =>
  payment.captures.length > 0 && refundedMinor(payment) >= capturedMinor(payment)

function unnamedOn(collection: CollectionFacts | undefined): Gathered["unnamedOn"] {
  if (!collection) return null
  const { cartId, cartOrderId, linkedOrderId } = collection
  if (linkedOrderId === null) return cartOrderId === null ? null : "collection"
  return cartId !== null && cartOrderId === null ? "cart" : null
}

/**
 * The session this money belongs to: the one that was captured with it, whatever session took the payment since; else
 * its own, or, where that was replaced, the collection's open one for the very same amount. A session that holds
 * another payment is not free to take this one.
 */
async function findSession(
  context: Context,
  payment: PaymentRow,
  collection: CollectionFacts | undefined,
  capture: MedusaPayment | undefined,
): Promise<MedusaSession | null> {
  const { store, clock } = context
  const now = clock()
  if (!collection) return null
  const { sessions, payments } = collection
  const free = sessions.filter(
    ({ id, providerId }) =>
      providerId === providerIdOf(payment.connection_id) &&
      payments.every((one) => one.sessionId !== id || isMadeWith(payment, one)),
  )
  const session = capture
    ? sessions.find(({ id }) => id === capture.sessionId)
    : (free.find(({ id }) => id === payment.session_id) ?? free.find((one) => isHeir(payment, one)))
  if (!session) return null
  // Core authorizes a session by its id, and the provider finds the paid row by that id.
  if (session.id !== payment.session_id) await store.payments.patch(payment.id, { session_id: session.id }, now)
  return session
}

const isHeir = (payment: PaymentRow, { status, amount }: MedusaSession): boolean =>
  OPEN_STATUSES.includes(status) &&
  String(amount?.minor) === payment.amount_minor &&
  amount?.currency === payment.currency

/** @returns null for a cart that was deleted */
async function cartFacts(context: Context, cartId: string): Promise<SettlementFacts["cart"]> {
  const { container } = context
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "currency_code", "total", "raw_total"],
    filters: { id: cartId },
  })
  const cart = data[0] as { currency_code: string; total?: unknown; raw_total?: unknown } | undefined
  return cart ? { total: fiat({ amount: cart.total, raw_amount: cart.raw_total }, cart.currency_code) } : null
}
