import type { MedusaContainer } from "@medusajs/framework/types"
import { providerIdOf } from "../core/assets/offered-assets"
import type { FiatAmount } from "../core/money/units"
import { balanceMinor, owedMinor } from "../core/payment/order-debt"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { fiat, signedMinorUnitsOf } from "./amounts"
import {
  type Amount,
  type RawCollection,
  type RawOrderBooks,
  type RawPayment,
  rawCollection,
  rawOrderBooks,
  rawOwner,
  rawPayments,
} from "./books-query"
import { isCanceled } from "./orders"

/** A payment in Medusa that is not canceled. Amounts are in minor units of its currency. */
export type MedusaPayment = {
  id: string
  providerId: string
  /** Medusa may have deleted the session, because payments outlive their sessions. */
  sessionId: string
  minor: number
  captures: { id: string; minor: number }[]
  refunds: { id: string; minor: number }[]
  /** The service's payment id, which our provider stored in the payment. */
  madeWith: string | null
}

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

/** An order's money as its ledger and all its payment collections have it now. */
export type OrderBooks = {
  id: string
  displayId: number | null
  canceled: boolean
  canceledAt: Date | null
  currency: string
  collections: { id: string; status: string; payments: MedusaPayment[] }[]
  /** What the shopper can still be asked for; null if nothing, or if it cannot be expressed in minor units. */
  owes: FiatAmount | null
  /** `owes` plus what is authorized and not captured. A person may decide to take this much. */
  unpaid: FiatAmount | null
  /** Minor units that were captured beyond the order's total. */
  overpaidMinor: number
  /** Medusa's summary of the order differs from the order's transactions. */
  summaryDiffers: boolean
}

/** A payment collection for which a quote is requested, and the ledger of its order if it has one. */
export type Payable = { collection: CollectionFacts; order: OrderBooks | undefined }

type OwnPayment = Pick<PaymentRow, "connection_id" | "external_id">

/**
 * @param without a payment of ours whose capture and authorization are ignored for its order
 * @returns undefined if there is no such collection
 */
export async function readPayable(
  container: MedusaContainer,
  collectionId: string,
  without?: OwnPayment,
): Promise<Payable | undefined> {
  const raw = await rawCollection(container, collectionId)
  if (!raw) return undefined
  return { collection: collectionFacts(raw), order: raw.order_books ? orderBooks(raw.order_books, without) : undefined }
}

/** @returns undefined if there is no such order */
export async function readOrderBooks(container: MedusaContainer, orderId: string): Promise<OrderBooks | undefined> {
  const raw = await rawOrderBooks(container, orderId)
  return raw && orderBooks(raw)
}

/** The payments in Medusa on these collections that have a capture. */
export async function capturesOn(
  container: MedusaContainer,
  collectionIds: readonly string[],
): Promise<MedusaPayment[]> {
  if (collectionIds.length === 0) return []
  const payments = await rawPayments(container, collectionIds)
  return payments.map(medusaPayment).filter(({ captures }) => captures.length > 0)
}

/** The order of a payment in Medusa, or null, and the provider that made the payment. */
export async function ownerOfPayment(
  container: MedusaContainer,
  medusaPaymentId: string,
): Promise<{ providerId: string; orderId: string | null } | undefined> {
  const owner = await rawOwner(container, medusaPaymentId)
  return owner && { providerId: owner.provider_id, orderId: owner.order_id }
}

/** Whether a payment in Medusa was made with this payment of ours. Our provider stores the id when it authorizes. */
export const isMadeWith = (
  { connection_id, external_id }: OwnPayment,
  { providerId, madeWith }: Pick<MedusaPayment, "providerId" | "madeWith">,
): boolean => providerId === providerIdOf(connection_id) && madeWith === external_id

const collectionFacts = (raw: RawCollection): CollectionFacts => ({
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

function medusaPayment(payment: RawPayment): MedusaPayment {
  const { id, provider_id, currency_code, payment_session_id, captures, refunds, made_with } = payment
  const minorOf = ({ raw_amount }: Amount) => signedMinorUnitsOf(raw_amount, currency_code) ?? 0
  return {
    id,
    providerId: provider_id,
    sessionId: payment_session_id,
    minor: minorOf(payment),
    captures: captures.map((one) => ({ id: one.id, minor: minorOf(one) })),
    refunds: refunds.map((one) => ({ id: one.id, minor: minorOf(one) })),
    madeWith: made_with,
  }
}

/**
 * Calculates what an order owes from its ledger and its payments.
 * @param without a payment of ours whose capture and authorization are ignored
 */
function orderBooks(raw: RawOrderBooks, without?: OwnPayment): OrderBooks {
  const collections = raw.collections.map((one) => ({ ...one, payments: one.payments.map(medusaPayment) }))
  const payments = collections
    .flatMap((one) => one.payments)
    .filter((payment) => !without || !isMadeWith(without, payment))
  const pendingMinor = signedMinorUnitsOf(raw.pending, raw.currency_code)
  const ledger = pendingMinor === null ? undefined : { pendingMinor, payments, booked: new Set(raw.booked) }
  const currency = raw.currency_code.toUpperCase()
  const positive = (minor: number) => (minor > 0 ? { minor, currency } : null)
  const balance = ledger ? balanceMinor(ledger) : 0
  return {
    id: raw.id,
    displayId: raw.display_id,
    canceled: isCanceled(raw),
    canceledAt: raw.canceled_at === null ? null : new Date(raw.canceled_at),
    currency,
    collections,
    owes: positive(ledger ? owedMinor(ledger) : 0),
    unpaid: positive(balance),
    overpaidMinor: Math.max(0, -balance),
    summaryDiffers: pendingMinor !== signedMinorUnitsOf(raw.summarized, raw.currency_code),
  }
}
