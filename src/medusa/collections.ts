import type { MedusaContainer } from "@medusajs/framework/types"
import { amountOf, type FiatAmount } from "../core/money/units"
import { capturedMinor } from "../core/payment/order-debt"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { majorUnitsOf } from "./amounts"
import type { RawCollection } from "./books-query"
import { fiat, type MedusaPayment, medusaPayment } from "./payments"
import { paymentModule } from "./query"

export type MedusaSession = { id: string; status: string; providerId: string; amount: FiatAmount | null }

/** A payment collection as Medusa has it now. */
export type CollectionFacts = {
  id: string
  status: string
  metadata: Record<string, unknown>
  /** Null if Medusa's amount cannot be expressed in the currency's minor units. */
  amount: FiatAmount | null
  sessions: MedusaSession[]
  /** Without canceled payments. */
  payments: MedusaPayment[]
  /** The cart that is linked to the collection. It may be deleted. */
  cartId: string | null
  /** There is neither an order nor an existing cart, so nobody owes this money. */
  ownerless: boolean
  /** The order that is linked to the collection. */
  linkedOrderId: string | null
  /** The order that was placed from the cart. */
  cartOrderId: string | null
  /** `linkedOrderId`, or else `cartOrderId`. */
  orderId: string | null
}

export const collectionFacts = (raw: RawCollection): CollectionFacts => ({
  id: raw.id,
  status: raw.status,
  metadata: raw.metadata ?? {},
  amount: fiat(raw, raw.currency_code),
  sessions: raw.sessions.map((session) => ({
    id: session.id,
    status: session.status,
    providerId: session.provider_id,
    amount: fiat(session, raw.currency_code),
  })),
  payments: raw.payments.map(medusaPayment),
  cartId: raw.cart_id,
  ownerless: raw.linked_order_id === null && !raw.cart_lives,
  linkedOrderId: raw.linked_order_id,
  cartOrderId: raw.cart_order_id,
  orderId: raw.linked_order_id ?? raw.cart_order_id,
})

/** Changes a collection's amount. Core opens its sessions for this amount. */
export async function setCollectionAmount(
  container: MedusaContainer,
  collectionId: string,
  amount: FiatAmount,
): Promise<void> {
  await paymentModule(container).updatePaymentCollections(collectionId, { amount: majorUnitsOf(amount) })
}

/**
 * Lowers a collection's amount to the captured amount plus this payment, so that Medusa counts it as completed. With
 * the amount of an edited order it would be partly paid, and the next edit would cancel it.
 */
export async function matchCollection(
  container: MedusaContainer,
  payment: Pick<PaymentRow, "amount_minor" | "currency">,
  { id, amount, payments }: CollectionFacts,
): Promise<void> {
  if (!amount) return
  const minor = payments.reduce((total, one) => total + capturedMinor(one), amountOf(payment).minor)
  if (amount.minor > minor) await setCollectionAmount(container, id, { minor, currency: amount.currency })
}
