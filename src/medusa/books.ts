import type { MedusaContainer } from "@medusajs/framework/types"
import { providerIdOf } from "../core/assets/offered-assets"
import type { FiatAmount } from "../core/money/units"
import { balanceMinor, owedMinor } from "../core/payment/order-debt"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { fiat, signedMinorUnitsOf } from "./amounts"
import {
  type Entry,
  type RawCollection,
  type RawOrderBooks,
  type RawPayment,
  rawCollection,
  rawOrderBooks,
  rawPayments,
} from "./books-query"
import { isCanceled } from "./orders"

/** A payment in Medusa that is not canceled. Amounts are in minor units of its currency. */
export type MedusaPayment = ReturnType<typeof medusaPayment>

/** A payment collection as Medusa has it now. */
export type CollectionFacts = ReturnType<typeof collectionFacts>

export type MedusaSession = CollectionFacts["sessions"][number]

/** An order's money as its ledger and all its payment collections have it now. */
export type OrderBooks = ReturnType<typeof orderBooks>

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

/** Whether a payment in Medusa was made with this payment of ours. Our provider stores the id when it authorizes. */
export const isMadeWith = (
  { connection_id, external_id }: OwnPayment,
  { providerId, madeWith }: Pick<MedusaPayment, "providerId" | "madeWith">,
): boolean => providerId === providerIdOf(connection_id) && madeWith === external_id

const collectionFacts = (raw: RawCollection) => ({
  id: raw.id,
  status: raw.status,
  metadata: raw.metadata ?? {},
  /** Null if Medusa's amount cannot be expressed in the currency's minor units. */
  amount: fiat(raw, raw.currency_code),
  sessions: raw.sessions.map((session) => ({
    id: session.id,
    status: session.status,
    providerId: session.provider_id,
    amount: fiat(session, raw.currency_code),
  })),
  /** Without canceled payments. */
  payments: raw.payments.map(medusaPayment),
  /** The cart that is linked to the collection. It may be deleted. */
  cartId: raw.cart_id,
  /** There is neither an order nor an existing cart, so nobody owes this money. */
  ownerless: raw.linked_order_id === null && !raw.cart_lives,
  linkedOrderId: raw.linked_order_id,
  /** The order that was placed from the cart. */
  cartOrderId: raw.cart_order_id,
  orderId: raw.linked_order_id ?? raw.cart_order_id,
})

function medusaPayment({ raw_amount, currency_code, captures, refunds, ...payment }: RawPayment) {
  const minorOf = (amount: unknown) => signedMinorUnitsOf(amount, currency_code) ?? 0
  const entry = ({ id, raw_amount }: Entry) => ({ id, minor: minorOf(raw_amount) })
  return { ...payment, minor: minorOf(raw_amount), captures: captures.map(entry), refunds: refunds.map(entry) }
}

/** @param without a payment of ours whose capture and authorization are ignored */
function orderBooks(raw: RawOrderBooks, without?: OwnPayment) {
  const collections = raw.collections.map((one) => ({ ...one, payments: one.payments.map(medusaPayment) }))
  const payments = collections
    .flatMap((one) => one.payments)
    .filter((payment) => !without || !isMadeWith(without, payment))
  const pendingMinor = signedMinorUnitsOf(raw.pending, raw.currency_code)
  const ledger = pendingMinor === null ? undefined : { pendingMinor, payments, booked: new Set(raw.booked) }
  const currency = raw.currency_code.toUpperCase()
  const positive = (minor: number): FiatAmount | null => (minor > 0 ? { minor, currency } : null)
  const balance = ledger ? balanceMinor(ledger) : 0
  return {
    id: raw.id,
    displayId: raw.display_id,
    canceled: isCanceled(raw),
    canceledAt: raw.canceled_at === null ? null : new Date(raw.canceled_at),
    currency,
    collections,
    /** What the shopper can still be asked for; null if nothing, or if it cannot be expressed in minor units. */
    owes: positive(ledger ? owedMinor(ledger) : 0),
    /** `owes` plus what is authorized and not captured. A person may decide to take this much. */
    unpaid: positive(balance),
    /** Minor units that were captured beyond the order's total. */
    overpaidMinor: Math.max(0, -balance),
    /** Medusa's summary of the order differs from the order's transactions. */
    summaryDiffers: pendingMinor !== signedMinorUnitsOf(raw.summarized, raw.currency_code),
  }
}
