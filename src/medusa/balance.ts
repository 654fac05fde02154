import type { MedusaContainer } from "@medusajs/framework/types"
import { getLineItemsTotals, OrderStatus } from "@medusajs/framework/utils"
import { providerIdOf } from "../core/assets/choices"
import { type ExactAmount, exactToMajor, wholeAmount } from "../core/money/units"
import { capturedTotal, type Outstanding, outstanding, refundedTotal } from "../core/payment/outstanding"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { exactAmountOf } from "./amounts"
import { type Entry, type RawOrderBalance, type RawPayment, type ReturningLine, rawOrderBalances } from "./raw-reads"

export type MedusaPayment = ReturnType<typeof medusaPayment>

/** An order's money as its ledger and all its payment collections have it now. */
export type OrderBalance = ReturnType<typeof orderBalance>

export type OwnPayment = Pick<PaymentRow, "connection_id" | "external_id">

export async function loadOrderBalance(container: MedusaContainer, orderId: string): Promise<OrderBalance | undefined> {
  return (await loadOrderBalances(container, [orderId])).get(orderId)
}

/** The balances of these orders, by their ids, with one statement. Without an id it asks Medusa nothing. */
export async function loadOrderBalances(
  container: MedusaContainer,
  ids: readonly (string | null)[],
): Promise<Map<string, OrderBalance>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const found = wanted.length === 0 ? [] : await rawOrderBalances(container, wanted)
  return new Map(found.map((raw) => [raw.id, orderBalance(raw)]))
}

/** Whether a payment in Medusa was made with this payment of ours. Our provider stores the id when it authorizes. */
export const isMadeWith = (
  { connection_id, external_id }: OwnPayment,
  { providerId, externalId }: Pick<MedusaPayment, "providerId" | "externalId">,
): boolean => providerId === providerIdOf(connection_id) && externalId === external_id

/** Whether all captured money of a payment was refunded, so that it pays for nothing. */
export const isFullyRefunded = (payment: Pick<MedusaPayment, "captures" | "refunds">): boolean =>
  payment.captures.length > 0 && refundedTotal(payment) >= capturedTotal(payment)

export function medusaPayment({ raw_amount, currency_code, captures, refunds, ...payment }: RawPayment) {
  const exact = (amount: unknown): ExactAmount => exactAmountOf(amount, currency_code) ?? 0n
  const entry = ({ id, raw_amount }: Entry) => ({ id, amount: exact(raw_amount) })
  return { ...payment, amount: exact(raw_amount), captures: captures.map(entry), refunds: refunds.map(entry) }
}

/** @param without a payment of ours whose capture and authorization are ignored */
export function orderBalance(raw: RawOrderBalance, without?: OwnPayment) {
  const currency = raw.currency_code.toUpperCase()
  const collections = raw.collections.map((one) => ({ ...one, payments: one.payments.map(medusaPayment) }))
  const payments = collections
    .flatMap((one) => one.payments)
    .filter((payment) => !without || !isMadeWith(without, payment))
  const balance = exactAmountOf(raw.pending, currency)
  const summarized = exactAmountOf(raw.summarized, currency)
  const returning = returningTotal(raw.returning, currency)
  const ledger =
    balance === undefined ? undefined : { currency, balance, returning, payments, booked: new Set(raw.booked) }
  const { exact, ...amounts } = ledger ? outstanding(ledger) : NOTHING
  return {
    id: raw.id,
    displayId: raw.display_id,
    canceled: isCanceled(raw),
    canceledAt: raw.canceled_at === null ? null : new Date(raw.canceled_at),
    currency,
    collections,
    ...amounts,
    /** What the order owes in Medusa's form, with its fraction: without and with what is authorized. */
    medusaAmounts: exact.map((one) => exactToMajor(one, currency)),
    /** The value of the goods that a requested return or exchange brings back, in major units. */
    returning: ledger ? exactToMajor(ledger.returning, currency) : "0",
    /** Medusa's summary of the order differs from the order's transactions by a minor unit or more. */
    summaryDiffers: differs(balance, summarized, currency),
  }
}

/** What an order owes that has no summary, or whose currency is unknown. */
const NOTHING: Outstanding = { outstanding: null, uncaptured: null, overpaid: null, exact: [] }

const differs = (a: ExactAmount | undefined, b: ExactAmount | undefined, currency: string): boolean =>
  a === undefined || b === undefined ? a !== b : wholeAmount(a < b ? b - a : a - b, currency) !== null

const REQUESTED = { "detail.return_requested_quantity": "return_requested_total" }

/** Computed with Medusa's own function from the lines of the same moment as the ledger. */
function returningTotal(lines: readonly ReturningLine[], currency: string): ExactAmount {
  if (lines.length === 0) return 0n
  const totals = getLineItemsTotals(lines as never, { includeTax: false, extraQuantityFields: REQUESTED })
  const amounts = Object.values(totals) as { return_requested_total?: unknown }[]
  return amounts.reduce((sum, one) => sum + (exactAmountOf(one.return_requested_total, currency) ?? 0n), 0n)
}

/** Whether an order was canceled, by its status or its cancellation date. */
export const isCanceled = ({ status, canceled_at }: { status: string; canceled_at: unknown }): boolean =>
  status === OrderStatus.CANCELED || Boolean(canceled_at)
