import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, PaymentSessionStatus } from "@medusajs/framework/utils"
import type { OrderFacts } from "../../core/attention"
import type { FiatAmount } from "../../core/money"
import type { AttentionReason, SettlementFacts } from "../../core/settlement"
import { accountStanding } from "../../modules/crypto-payments/connections/account"
import { minorUnitsOf } from "../../modules/crypto-payments/medusa-amount"
import type { CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { ordersById } from "../possible-actions"

/** What the decision needs, and the ids that acting on it needs. */
export type Gathered = {
  facts: SettlementFacts
  sessionId: string | null
  spareSessionIds: string[]
  cartId: string | null
  orderId: string | null
  /** What does not name the order (yet), where something else does. */
  unnamedOn: "cart" | "collection" | null
}

type Amount = { amount: unknown; raw_amount?: unknown; currency_code: string }
type Session = Amount & {
  id: string
  status: string
  provider_id: string
  payment?: {
    id: string
    captured_at: string | Date | null
    canceled_at: string | Date | null
    /** What our provider answered when it authorized the session. */
    data: { payment_id?: unknown } | null
  } | null
}
type Payment = { id: string; payment_session_id?: string; payment_session?: { id: string }; canceled_at: unknown }

/** Statuses in which completing a cart may pick a session (core's validate-cart-payments). */
const OPEN_STATUSES: readonly string[] = [
  PaymentSessionStatus.PENDING,
  PaymentSessionStatus.REQUIRES_MORE,
  PaymentSessionStatus.AUTHORIZED,
  PaymentSessionStatus.CAPTURED,
  PaymentSessionStatus.PENDING_AUTHORIZATION,
]

/** Medusa's id of the provider behind a connection. */
const providerOf = (payment: PaymentRow): string => `pp_crypto_${payment.connection_id}`

/** Medusa's amount in minor units; null where it is no price that we could have asked for. */
function fiat(amount: unknown, currency: string): FiatAmount | null {
  const parsed = minorUnitsOf(amount, currency)
  return parsed.ok ? parsed.amount : null
}

/** Reads everything afresh: what was true when the address was shown may not be any more. */
export async function gatherFacts(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
  now: Date,
): Promise<Gathered> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const collectionId = payment.payment_collection_id

  // Every filter below is a value we hold: an undefined one would match any row in Medusa.
  const [sessions, payments, cartLinks, orderLinks] = await Promise.all([
    query.graph({
      entity: "payment_session",
      fields: [
        "id",
        "amount",
        "raw_amount",
        "currency_code",
        "status",
        "provider_id",
        "payment.id",
        "payment.captured_at",
        "payment.canceled_at",
        "payment.data",
      ],
      filters: { payment_collection_id: collectionId },
    }),
    query.graph({
      entity: "payment",
      fields: ["id", "canceled_at", "payment_session.id"],
      filters: { payment_collection_id: collectionId },
    }),
    query.graph({
      entity: "cart_payment_collection",
      fields: ["cart_id"],
      filters: { payment_collection_id: collectionId },
    }),
    query.graph({
      entity: "order_payment_collection",
      fields: ["order_id"],
      filters: { payment_collection_id: collectionId },
    }),
  ])

  const cartId = (cartLinks.data[0] as { cart_id?: string } | undefined)?.cart_id ?? null
  const linkedOrderId = (orderLinks.data[0] as { order_id?: string } | undefined)?.order_id
  const cartOrderId = cartId ? await orderOfCart(container, cartId) : null
  const orderId = linkedOrderId ?? cartOrderId
  const allSessions = sessions.data as unknown as Session[]
  const session = await findSession(module, payment, allSessions, now)
  const ownPayment = session?.payment && !session.payment.canceled_at ? session.payment : null
  const others = allSessions.filter((other) => other.id !== session?.id && OPEN_STATUSES.includes(other.status))
  const spare = others.filter((other) => other.provider_id === providerOf(payment) && !other.payment)
  const settledBefore = session ? await anotherSettled(module, payment, session.id) : false
  const order = orderId ? await orderFacts(container, orderId) : null

  return {
    sessionId: session?.id ?? null,
    spareSessionIds: spare.map(({ id }) => id),
    cartId,
    orderId,
    unnamedOn: unnamedOn(cartId, cartOrderId, linkedOrderId),
    facts: {
      payment: {
        state: payment.status,
        amount: { minor: Number(payment.amount_minor), currency: payment.currency },
        partlySentBack: payment.attention_reason === ("partly_sent_back" satisfies AttentionReason),
        account: await accountStanding(module, payment, orderId !== null),
      },
      session: session && {
        amount: fiat(session.raw_amount ?? session.amount, session.currency_code),
        captured: Boolean(ownPayment?.captured_at) && !settledBefore,
      },
      paidOtherwise:
        settledBefore ||
        (orderId !== null && order !== null && (await paidByAnother(module, payment, orderId, order))) ||
        (payments.data as unknown as Payment[]).some(
          (other) => !other.canceled_at && other.id !== session?.payment?.id,
        ),
      otherOpenSessions: others.length - spare.length,
      spareSessions: spare.length,
      cart: cartId ? await cartFacts(container, cartId) : null,
      order: order && { canceled: order.canceled },
    },
  }
}

function unnamedOn(
  cartId: string | null,
  cartOrderId: string | null,
  linkedOrderId: string | undefined,
): Gathered["unnamedOn"] {
  if (linkedOrderId === undefined) return cartOrderId === null ? null : "collection"
  return cartId !== null && cartOrderId === null ? "cart" : null
}

/**
 * The session this money belongs to: the one that was captured with it, whatever session took the payment since (the
 * payment step opened twice at once); else its own, or, where that was replaced (another asset chosen, the payment step
 * opened again), the collection's live one for the very same amount. Nothing outside the payment's own collection is
 * ever looked at, so it cannot complete another shopper's cart.
 */
async function findSession(
  module: CryptoPaymentsService,
  payment: PaymentRow,
  sessions: Session[],
  now: Date,
): Promise<Session | null> {
  const session =
    sessions.find((one) => isCapturedWith(payment, one)) ??
    sessions.find(({ id }) => id === payment.session_id) ??
    sessions.find((one) => isHeir(payment, one))
  if (!session) return null
  // Core authorizes a session by its id, and the provider finds the paid row by that id.
  if (session.id !== payment.session_id) await module.payments.patch(payment.id, { session_id: session.id }, now)
  return session
}

/** The capture names the payment that it was made with; only our provider writes that. */
const isCapturedWith = (payment: PaymentRow, { provider_id, payment: made }: Session): boolean =>
  provider_id === providerOf(payment) &&
  Boolean(made?.captured_at && !made.canceled_at) &&
  made?.data?.payment_id === payment.external_id

function isHeir(payment: PaymentRow, session: Session): boolean {
  const amount = fiat(session.raw_amount ?? session.amount, session.currency_code)
  return (
    session.provider_id === providerOf(payment) &&
    OPEN_STATUSES.includes(session.status) &&
    String(amount?.minor) === payment.amount_minor &&
    amount?.currency === payment.currency
  )
}

/** One session is paid once: a second address paid for it is money that came twice. */
async function anotherSettled(module: CryptoPaymentsService, payment: PaymentRow, sessionId: string): Promise<boolean> {
  const rows = await module.payments.bySession(sessionId)
  return rows.some((row) => row.id !== payment.id && row.status === "settled")
}

async function orderOfCart(container: MedusaContainer, cartId: string): Promise<string | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order_cart", fields: ["order_id"], filters: { cart_id: cartId } })
  return (data[0] as { order_id?: string } | undefined)?.order_id ?? null
}

async function cartFacts(container: MedusaContainer, cartId: string): Promise<SettlementFacts["cart"]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "currency_code", "total", "raw_total"],
    filters: { id: cartId },
  })
  const cart = data[0] as { currency_code: string; total?: unknown; raw_total?: unknown } | undefined
  return cart ? { total: fiat(cart.raw_total ?? cart.total, cart.currency_code) } : null
}

/**
 * A person put another payment of ours onto this order, and what is left to pay does not take this one as well: a
 * shopper who was asked twice paid twice.
 */
async function paidByAnother(
  module: CryptoPaymentsService,
  payment: PaymentRow,
  orderId: string,
  { outstanding }: OrderFacts,
): Promise<boolean> {
  const { currency, minor } = outstanding ?? { currency: payment.currency, minor: 0 }
  if (currency === payment.currency && minor >= Number(payment.amount_minor)) return false
  const rows = await module.payments.byOrder(orderId)
  return rows.some((row) => row.id !== payment.id && row.status === "settled")
}

async function orderFacts(container: MedusaContainer, orderId: string): Promise<OrderFacts | null> {
  return (await ordersById(container, [orderId])).get(orderId)?.facts ?? null
}

export const isCanceled = async (container: MedusaContainer, orderId: string): Promise<boolean> =>
  (await orderFacts(container, orderId))?.canceled === true
