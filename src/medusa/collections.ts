import type { MedusaContainer } from "@medusajs/framework/types"
import type { FiatAmount } from "../core/money/units"
import { majorUnitsOf } from "./amounts"
import { fiat, type MedusaPayment, medusaPayments, PAYMENT_FIELDS, type RawPayment } from "./payments"
import { graph, paymentModule } from "./query"

export type MedusaSession = { id: string; status: string; providerId: string; amount: FiatAmount | null }

/** What Medusa holds of a payment collection now. */
export type CollectionFacts = {
  id: string
  status: string
  metadata: Record<string, unknown>
  /** Null if Medusa's amount cannot be expressed in the currency's minor units. */
  amount: FiatAmount | null
  sessions: MedusaSession[]
  /** Canceled ones are left out. */
  payments: MedusaPayment[]
  /** The cart that the collection names; it may be deleted. */
  cartId: string | null
  /** It has no order and no cart that still exists: nobody owes this money. */
  ownerless: boolean
  /** The order that the collection names. */
  linkedOrderId: string | null
  /** The order that the cart became. */
  cartOrderId: string | null
  /** Either of them. */
  orderId: string | null
}

type RawCollection = {
  id: string
  status: string
  metadata?: Record<string, unknown> | null
  amount: unknown
  raw_amount?: unknown
  currency_code: string
  payment_sessions?: { id: string; status: string; provider_id: string; amount: unknown; raw_amount?: unknown }[]
  payments?: RawPayment[]
  order_link?: { order_id: string } | null
  cart_link?: { cart_id: string; cart?: { id: string; order_link?: { order_id: string } | null } | null } | null
}

const FIELDS = [
  ...["id", "status", "metadata", "amount", "raw_amount", "currency_code"],
  ...["id", "status", "provider_id", "amount", "raw_amount"].map((field) => `payment_sessions.${field}`),
  ...PAYMENT_FIELDS.map((field) => `payments.${field}`),
  ...["order_link.order_id", "cart_link.cart_id", "cart_link.cart.id", "cart_link.cart.order_link.order_id"],
]

/**
 * Reads a payment collection with its sessions and payments, and the cart and the order behind it.
 * @returns undefined if there is no such collection
 */
export async function collectionFacts(
  container: MedusaContainer,
  collectionId: string,
): Promise<CollectionFacts | undefined> {
  const [raw] = await graph<RawCollection>(container, "payment_collection", FIELDS, { id: collectionId })
  if (!raw) return undefined
  const linkedOrderId = raw.order_link?.order_id ?? null
  const cartOrderId = raw.cart_link?.cart?.order_link?.order_id ?? null
  return {
    id: raw.id,
    status: raw.status,
    metadata: raw.metadata ?? {},
    amount: fiat(raw, raw.currency_code),
    sessions: (raw.payment_sessions ?? []).map((session) => ({
      id: session.id,
      status: session.status,
      providerId: session.provider_id,
      amount: fiat(session, raw.currency_code),
    })),
    payments: medusaPayments(raw.payments),
    cartId: raw.cart_link?.cart_id ?? null,
    ownerless: linkedOrderId === null && !raw.cart_link?.cart,
    linkedOrderId,
    cartOrderId,
    orderId: linkedOrderId ?? cartOrderId,
  }
}

/** Changes what a collection is for, and so what core asks for when it opens a session on it. */
export async function setCollectionAmount(
  container: MedusaContainer,
  collectionId: string,
  amount: FiatAmount,
): Promise<void> {
  await paymentModule(container).updatePaymentCollections(collectionId, { amount: majorUnitsOf(amount) })
}
