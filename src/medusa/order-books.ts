import type { MedusaContainer } from "@medusajs/framework/types"
import type { FiatAmount } from "../core/money/units"
import { balanceMinor, type OrderLedger, owedMinor } from "../core/payment/order-debt"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { signedMinorUnitsOf } from "./amounts"
import { isCanceled, pendingOf, type RawOrder, readOrders } from "./orders"
import { isMadeWith, type MedusaPayment, medusaPayments, PAYMENT_FIELDS, type RawPayment } from "./payments"

/** What an order and all its payment collections say of its money now. */
export type OrderBooks = {
  id: string
  displayId: number | null
  canceled: boolean
  currency: string
  collections: { id: string; status: string; payments: MedusaPayment[] }[]
  /** What can still be asked for; null if nothing is owed, or if it cannot be expressed in minor units. */
  owes: FiatAmount | null
  /** The same without what another provider has authorized: a person may decide to take this much. */
  unpaid: FiatAmount | null
  /** Minor units that were captured beyond the order's total. */
  overpaidMinor: number
}

type Ledger = {
  transactions?: { reference_id?: string | null }[]
  payment_collections?: { id: string; status: string; payments?: RawPayment[] }[]
}

const ALSO = [
  "transactions.reference_id",
  ...["id", "status", ...PAYMENT_FIELDS.map((field) => `payments.${field}`)].map((one) => `payment_collections.${one}`),
]

/**
 * Reads what an order owes from its ledger and its payments.
 * @param without a payment of ours whose own capture or authorization does not count
 * @returns undefined if there is no such order
 */
export async function orderBooks(
  container: MedusaContainer,
  orderId: string,
  without?: Pick<PaymentRow, "connection_id" | "external_id">,
): Promise<OrderBooks | undefined> {
  const [order] = await readOrders<Ledger>(container, [orderId], ALSO)
  if (!order) return undefined
  const collections = (order.payment_collections ?? []).map(({ id, status, payments }) => {
    return { id, status, payments: medusaPayments(payments) }
  })
  const payments = collections.flatMap((one) => one.payments)
  const ledger = ledgerOf(
    order,
    payments.filter((payment) => !without || !isMadeWith(without, payment)),
  )
  const currency = order.currency_code.toUpperCase()
  const positive = (minor: number) => (minor > 0 ? { minor, currency } : null)
  const balance = ledger ? balanceMinor(ledger) : 0
  return {
    id: order.id,
    displayId: order.display_id ?? null,
    canceled: isCanceled(order),
    currency,
    collections,
    owes: positive(ledger ? owedMinor(ledger) : 0),
    unpaid: positive(balance),
    overpaidMinor: Math.max(0, -balance),
  }
}

function ledgerOf(order: RawOrder & Ledger, payments: MedusaPayment[]): OrderLedger | undefined {
  const pendingMinor = signedMinorUnitsOf(pendingOf(order), order.currency_code)
  if (pendingMinor === null) return undefined
  const booked = new Set((order.transactions ?? []).map(({ reference_id }) => reference_id ?? ""))
  return { pendingMinor, payments, booked }
}
