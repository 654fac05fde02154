import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, OrderStatus, PaymentSessionStatus } from "@medusajs/framework/utils"
import { CryptoPaymentError } from "../../core/errors"
import type { FiatAmount } from "../../core/money"
import { providerIdOf } from "../../core/offered-assets"
import { minorUnitsOf } from "../../modules/crypto-payments/medusa-amount"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

/** The payment session that a payment's shopper can still pay, as Medusa has it now. */
export type PaymentStep = {
  sessionId: string
  amount: FiatAmount
  /** The amount in Medusa's own form, to be handed back to it as it was. */
  medusaAmount: unknown
  orderId: string | null
}

type Session = {
  id: string
  amount: unknown
  raw_amount?: unknown
  currency_code: string
  status: string
  provider_id: string
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
 * @throws CryptoPaymentError where there is nothing (more) to pay: the order was canceled, the collection is paid some
 * other way, or the cart changed and no session is open
 */
export async function openPaymentStep(container: MedusaContainer, payment: PaymentRow): Promise<PaymentStep> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { payment_collection_id: payment.payment_collection_id }
  const [sessions, payments, orderLinks] = await Promise.all([
    query.graph({
      entity: "payment_session",
      fields: ["id", "amount", "raw_amount", "currency_code", "status", "provider_id"],
      filters,
    }),
    query.graph({ entity: "payment", fields: ["id", "canceled_at"], filters }),
    query.graph({ entity: "order_payment_collection", fields: ["order_id"], filters }),
  ])
  const orderId = (orderLinks.data[0] as { order_id?: string } | undefined)?.order_id ?? payment.order_id
  if (orderId !== null && (await isCanceled(container, orderId))) throw new CryptoPaymentError("order_canceled")
  if ((payments.data as { canceled_at: unknown }[]).some((one) => !one.canceled_at)) {
    throw new CryptoPaymentError("already_paid")
  }
  const payable = (sessions.data as unknown as Session[]).filter(
    ({ provider_id, status }) => provider_id === providerIdOf(payment.connection_id) && PAYABLE.includes(status),
  )
  const session = payable.find(({ id }) => id === payment.session_id) ?? payable[0]
  if (!session) throw new CryptoPaymentError("session_gone")
  const medusaAmount = session.raw_amount ?? session.amount
  const amount = minorUnitsOf(medusaAmount, session.currency_code)
  if (!amount.ok) throw new CryptoPaymentError(amount.problem)
  return { sessionId: session.id, amount: amount.amount, medusaAmount, orderId }
}

async function isCanceled(container: MedusaContainer, orderId: string): Promise<boolean> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "status", "canceled_at"], filters: { id: orderId } })
  const order = data[0] as { status: string; canceled_at?: unknown } | undefined
  return order?.status === OrderStatus.CANCELED || Boolean(order?.canceled_at)
}
