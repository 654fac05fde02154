import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { type FiatAmount, minorToMajor } from "../core/money/units"
import { fiat, type MedusaPayment, medusaPayments, PAYMENT_FIELDS, type RawPayment } from "./payments"

export type MedusaSession = { id: string; status: string; providerId: string; amount: FiatAmount | null }

/** What Medusa holds of a payment collection at this moment. */
export type CollectionFacts = {
  id: string
  status: string
  metadata: Record<string, unknown>
  /** Null where Medusa's amount cannot be expressed in the currency's minor units. */
  amount: FiatAmount | null
  sessions: MedusaSession[]
  /** Canceled ones are left out. */
  payments: MedusaPayment[]
  /** The cart that the collection names, which may be deleted by now. */
  cartId: string | null
  /** Neither a cart nor an order is there (any more): nobody owes this money. */
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
 * @returns undefined where there is no such collection
 */
export async function collectionFacts(
  container: MedusaContainer,
  collectionId: string,
): Promise<CollectionFacts | undefined> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "payment_collection", fields: FIELDS, filters: { id: collectionId } })
  const raw = data[0] as unknown as RawCollection | undefined
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

/** Changes what core asks for when it opens a session on the collection. */
export async function setCollectionAmount(
  container: MedusaContainer,
  collectionId: string,
  amount: FiatAmount,
): Promise<void> {
  // Medusa takes a decimal in text, though its type says number.
  const major = minorToMajor(amount) as unknown as number
  await container.resolve(Modules.PAYMENT).updatePaymentCollections(collectionId, { amount: major })
}
