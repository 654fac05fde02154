import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { providerIdOf } from "../../core/assets/offered-assets"
import { amountOf } from "../../core/money/units"
import type { AttentionReason } from "../../core/payment/attention-reasons"
import { capturedMinor, refundedMinor } from "../../core/payment/order-debt"
import type { SettlementFacts } from "../../core/payment/settlement"
import {
  type CollectionFacts,
  isMadeWith,
  type MedusaPayment,
  type MedusaSession,
  type OrderBooks,
  readPayable,
} from "../../medusa/books"
import { cartTotal } from "../../medusa/carts"
import { MADE_FOR } from "../../medusa/order-collections"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { accountStanding } from "../connections/account-standing"
import type { Context } from "../context"

/** What the decision needs, and what carrying it out needs. */
export type Gathered = {
  payment: PaymentRow
  facts: SettlementFacts
  sessionId: string | null
  spareSessionIds: string[]
  cartId: string | null
  orderId: string | null
  /** Medusa's payment that captured this money. */
  medusaPaymentId: string | null
  collection: CollectionFacts | undefined
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
 * Reads everything now: what was true when the address was shown may have changed.
 * @param byPerson a person puts the money onto its order, so what another provider has authorized does not count
 */
export async function gatherFacts(context: Context, payment: PaymentRow, byPerson = false): Promise<Gathered> {
  const { container } = context
  const { collection, order } = (await readPayable(container, payment.payment_collection_id, payment)) ?? {}
  const orderId = collection?.orderId ?? null
  const cartId = collection?.cartId ?? null
  const capture = collection?.payments.find((one) => isMadeWith(payment, one) && one.captures.length > 0)
  const session = collection && (await findSession(context, payment, collection, capture))
  const { spare, otherOpenSessions } = otherSessions(payment, collection, session)
  const [cart, account] = await Promise.all([
    // With an order the cart's total decides nothing, and reading it costs more than all the rest.
    orderId === null && cartId !== null ? cartTotal(container, cartId) : null,
    accountStanding(context, payment, orderId !== null),
  ])
  // The collection says so too, if the process of the person's action died.
  const decided = byPerson || collection?.metadata[MADE_FOR] === payment.id
  return {
    payment,
    sessionId: session?.id ?? null,
    spareSessionIds: spare.map(({ id }) => id),
    cartId,
    orderId,
    medusaPaymentId: capture?.id ?? null,
    collection,
    facts: {
      payment: {
        state: payment.status,
        amount: amountOf(payment),
        partlySentBack: payment.attention_reason === ("partly_sent_back" satisfies AttentionReason),
        account,
      },
      captured: capture !== undefined,
      session: session ? { amount: session.amount } : null,
      paidOtherwise: (collection?.payments ?? []).some((one) => !isMadeWith(payment, one) && !isSentBack(one)),
      otherOpenSessions,
      spareSessions: spare.length,
      cart,
      order: order ? orderFacts(order, decided) : null,
    },
  }
}

const orderFacts = ({ canceled, owes, unpaid }: OrderBooks, decided: boolean): SettlementFacts["order"] => ({
  canceled,
  owes: decided ? unpaid : owes,
})

/** All that was captured on it went back: it pays for nothing. */
const isSentBack = (payment: MedusaPayment): boolean =>
  payment.captures.length > 0 && refundedMinor(payment) >= capturedMinor(payment)

/** The collection's other open sessions: ours on which nothing was paid are spare. */
function otherSessions(
  payment: PaymentRow,
  collection: CollectionFacts | undefined,
  session: MedusaSession | null | undefined,
): { spare: MedusaSession[]; otherOpenSessions: number } {
  const { sessions = [], payments = [] } = collection ?? {}
  const others = sessions.filter(({ id, status }) => id !== session?.id && OPEN_STATUSES.includes(status))
  const spare = others.filter(
    ({ id, providerId }) =>
      providerId === providerIdOf(payment.connection_id) && !payments.some(({ sessionId }) => sessionId === id),
  )
  return { spare, otherOpenSessions: others.length - spare.length }
}

/**
 * The session this money belongs to: the one it was captured with; otherwise its own; otherwise, if that was replaced,
 * the collection's open one for the very same amount. A session that holds another payment cannot take this one.
 */
async function findSession(
  { store, clock }: Context,
  payment: PaymentRow,
  { sessions, payments }: CollectionFacts,
  capture: MedusaPayment | undefined,
): Promise<MedusaSession | null> {
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
  if (session.id !== payment.session_id) await store.payments.patch(payment.id, { session_id: session.id }, clock())
  return session
}

const isHeir = (payment: PaymentRow, { status, amount }: MedusaSession): boolean =>
  OPEN_STATUSES.includes(status) &&
  String(amount?.minor) === payment.amount_minor &&
  amount?.currency === payment.currency
