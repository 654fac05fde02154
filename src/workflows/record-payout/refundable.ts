import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { FiatAmount } from "../../core/money/units"
import { capturedMinor, refundedMinor } from "../../core/payment/order-debt"
import { isPaid } from "../../core/payment/payment-life"
import { isMadeWith, type MedusaPayment, medusaPayments, PAYMENT_FIELDS, type RawPayment } from "../../medusa/payments"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

export type Refundable = {
  /** What may still be recorded as sent back, in the payment's currency; null where nothing may. */
  rest: FiatAmount | null
  /** Medusa's payment that took this money, where it did: a payout is a refund of that one. */
  medusaPaymentId: string | null
  /** Something of it went back already without Medusa having booked the money. */
  sentBack: boolean
}

/** What of each payment may still be sent back: see `refundablesOf`. */
export async function refundableOf(context: Context, payment: PaymentRow): Promise<Refundable> {
  const found = (await refundablesOf(context, [payment])).get(payment.id)
  return found ?? { rest: null, medusaPaymentId: null, sentBack: false }
}

/**
 * What of each payment may still be sent back, by our ids, in two queries for all of them.
 *
 * Where Medusa captured the money, its own books decide: captured minus refunded. The capture names the payment that it
 * was made with. Money that came twice was never captured, and neither was what waits for attention: of that all may go
 * back that no recorded payout has taken. Whichever it is, nobody gets back more than this payment brought.
 */
export async function refundablesOf(
  context: Context,
  payments: readonly PaymentRow[],
): Promise<Map<string, Refundable>> {
  const { store } = context
  const paid = payments.filter(({ status }) => isPaid(status))
  const [captures, payouts] = await Promise.all([
    capturesOf(context, [...new Set(paid.map(({ payment_collection_id }) => payment_collection_id))]),
    store.lists.payouts.ofPayments(paid.map(({ id }) => id)),
  ])
  const refundable = (payment: PaymentRow): Refundable => {
    const taken = captures.find((one) => isMadeWith(payment, one))
    const own = payouts.filter(({ payment_id }) => payment_id === payment.id)
    const sent = sum(own.map(({ amount_minor }) => Number(amount_minor)))
    const left = Number(payment.amount_minor) - sent
    const minor = taken === undefined ? left : Math.min(left, capturedMinor(taken) - refundedMinor(taken))
    // What is only just completed is on its way onto an order, and Medusa's books are about to change.
    const open = payment.status !== "completed" && minor > 0
    return {
      rest: open ? { minor, currency: payment.currency } : null,
      medusaPaymentId: taken?.id ?? null,
      sentBack: taken === undefined && own.length > 0,
    }
  }
  return new Map(paid.map((payment) => [payment.id, refundable(payment)]))
}

/** Medusa's payments on these collections that captured something. */
async function capturesOf(context: Context, collectionIds: string[]): Promise<MedusaPayment[]> {
  const { container } = context
  if (collectionIds.length === 0) return []
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "payment", fields: PAYMENT_FIELDS, filters: { payment_collection_id: collectionIds } })
  return medusaPayments(data as unknown as RawPayment[]).filter(({ captures }) => captures.length > 0)
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)
