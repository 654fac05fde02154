import type { MedusaContainer } from "@medusajs/framework/types"
import type { FiatAmount } from "../core/money/units"
import { balanceMinor, owedMinor } from "../core/payment/order-debt"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { signedMinorUnitsOf } from "./amounts"
import { type RawOrderBooks, rawOrderBooks } from "./books-query"
import { isCanceled } from "./orders"
import { isMadeWith, type MedusaPayment, medusaPayment } from "./payments"

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

type OwnPayment = Pick<PaymentRow, "connection_id" | "external_id">

/** @returns undefined if there is no such order */
export async function readOrderBooks(container: MedusaContainer, orderId: string): Promise<OrderBooks | undefined> {
  const raw = await rawOrderBooks(container, orderId)
  return raw && orderBooks(raw)
}

/**
 * Calculates what an order owes from its ledger and its payments.
 * @param without a payment of ours whose capture and authorization are ignored
 */
export function orderBooks(raw: RawOrderBooks, without?: OwnPayment): OrderBooks {
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
