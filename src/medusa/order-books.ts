import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, OrderStatus } from "@medusajs/framework/utils"
import type { FiatAmount } from "../core/money/units"
import { balanceMinor, type OrderLedger, owedMinor } from "../core/payment/order-debt"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { signedMinorUnitsOf } from "./amounts"
import { isMadeWith, type MedusaPayment, medusaPayments, PAYMENT_FIELDS, type RawPayment } from "./payments"

/** What an order and all its payment collections say of its money at this moment. */
export type OrderBooks = {
  id: string
  displayId: number | null
  canceled: boolean
  currency: string
  collections: { id: string; status: string; payments: MedusaPayment[] }[]
  /** What can still be asked for; null where nothing is, or where it cannot be expressed in minor units. */
  owes: FiatAmount | null
  /** The same, though another provider has authorized it: what a person may decide to take all the same. */
  unpaid: FiatAmount | null
  /** Minor units that were captured beyond the order's total. */
  overpaidMinor: number
}

type RawOrder = {
  id: string
  display_id?: number | null
  status: string
  canceled_at: unknown
  currency_code: string
  summary?: { pending_difference?: unknown; raw_pending_difference?: unknown } | null
  transactions?: { reference_id?: string | null }[]
  payment_collections?: { id: string; status: string; payments?: RawPayment[] }[]
}

const FIELDS = [
  ...["id", "display_id", "status", "canceled_at", "currency_code", "summary.*"],
  "transactions.reference_id",
  ...["id", "status", ...PAYMENT_FIELDS.map((field) => `payments.${field}`)].map((one) => `payment_collections.${one}`),
]

/**
 * Reads what an order owes from its ledger and its payments.
 * @param without a payment of ours whose own capture or authorization does not count as money that is there
 * @returns undefined where there is no such order
 */
export async function orderBooks(
  container: MedusaContainer,
  orderId: string,
  without?: Pick<PaymentRow, "connection_id" | "external_id">,
): Promise<OrderBooks | undefined> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: FIELDS, filters: { id: orderId } })
  const raw = data[0] as unknown as RawOrder | undefined
  if (!raw) return undefined
  const collections = (raw.payment_collections ?? []).map(({ id, status, payments }) => {
    return { id, status, payments: medusaPayments(payments) }
  })
  const ledger = ledgerOf(
    raw,
    collections.flatMap(({ payments }) => payments).filter((payment) => !without || !isMadeWith(without, payment)),
  )
  const currency = raw.currency_code.toUpperCase()
  const positive = (minor: number) => (minor > 0 ? { minor, currency } : null)
  const balance = ledger ? balanceMinor(ledger) : 0
  return {
    id: raw.id,
    displayId: raw.display_id ?? null,
    canceled: isCanceled(raw),
    currency,
    collections,
    owes: positive(ledger ? owedMinor(ledger) : 0),
    unpaid: positive(balance),
    overpaidMinor: Math.max(0, -balance),
  }
}

function ledgerOf(
  { summary, currency_code, transactions = [] }: RawOrder,
  payments: MedusaPayment[],
): OrderLedger | undefined {
  const pending = summary?.raw_pending_difference ?? summary?.pending_difference
  const pendingMinor = signedMinorUnitsOf(pending, currency_code)
  if (pendingMinor === null) return undefined
  return { pendingMinor, payments, booked: new Set(transactions.map(({ reference_id }) => reference_id ?? "")) }
}

/** An order of Medusa's that was canceled: by its status, or by the date that its cancellation leaves. */
export const isCanceled = ({ status, canceled_at }: { status: string; canceled_at?: unknown }): boolean =>
  status === OrderStatus.CANCELED || Boolean(canceled_at)
