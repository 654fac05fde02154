import { amountOf, type FiatAmount, wholeAmount } from "../../core/money/units"
import { isOverpaid, SETTLING_FAULT } from "../../core/payment/attention"
import { isAboutOrder } from "../../core/payment/attention-reasons"
import { isPaid, isUnsettled } from "../../core/payment/lifecycle"
import { capturedTotal, refundedTotal } from "../../core/payment/outstanding"
import { isMadeWith, loadOrderBalance } from "../../medusa/balance"
import { ulidAt } from "../../medusa/changed-orders"
import { ownerOfPayment } from "../../medusa/raw-reads"
import { capturedPaymentsOn } from "../../medusa/refunds"
import { reasonsOf } from "../../modules/crypto-payments/stores/marks"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

export type Refundable = {
  /** What may still be recorded as sent back, in the payment's currency; null if nothing may. */
  rest: FiatAmount | null
  /** The payment in Medusa that captured this money, if any. A payout becomes a refund of it. */
  medusaPaymentId: string | null
  /** A part was sent back, and the money is on no order. */
  paidOut: boolean
}

export const NOTHING_REFUNDABLE: Refundable = { rest: null, medusaPaymentId: null, paidOut: false }

export async function refundableOf(context: Context, payment: PaymentRow): Promise<Refundable> {
  return (await refundablesOf(context, [payment])).get(payment.id) ?? NOTHING_REFUNDABLE
}

/**
 * What may still be sent back of each payment, by our ids, with two queries. It is the payment's amount minus its
 * recorded payouts and, if Medusa captured the money, at most captured minus refunded.
 */
export async function refundablesOf(
  { container, store }: Context,
  payments: readonly PaymentRow[],
): Promise<Map<string, Refundable>> {
  // Marked money that never cleared may have arrived all the same.
  const paid = payments.filter(
    ({ status, attention_reason: reason }) => isPaid(status) || (reason !== null && !isAboutOrder(reason)),
  )
  const [medusaPayments, payouts] = await Promise.all([
    capturedPaymentsOn(
      container,
      paid.map(({ payment_collection_id }) => payment_collection_id),
    ),
    store.lists.payouts.ofPayments(paid.map(({ id }) => id)),
  ])
  const refundable = (payment: PaymentRow): Refundable => {
    const medusaPayment = medusaPayments.find((one) => isMadeWith(payment, one))
    const own = payouts.filter(({ payment_id }) => payment_id === payment.id)
    const left = own.reduce((rest, payout) => rest - amountOf(payout).minor, amountOf(payment).minor)
    const held =
      medusaPayment && wholeAmount(capturedTotal(medusaPayment) - refundedTotal(medusaPayment), payment.currency)
    const minor = medusaPayment ? Math.min(left, held?.minor ?? 0) : left
    // A `completed` payment will be captured soon, which changes what can be sent back.
    const open = payment.status !== "completed" && minor > 0
    return {
      rest: open ? { minor, currency: payment.currency } : null,
      medusaPaymentId: medusaPayment?.id ?? null,
      paidOut: payment.status !== "settled" && own.length > 0,
    }
  }
  return new Map(paid.map((payment) => [payment.id, refundable(payment)]))
}

/**
 * Whether an order has this money, which its row does not say yet; then makes the row due. Call it under the cart's lock,
 * so that core is not in the middle of it.
 */
export async function isOnOrder(context: Context, payment: PaymentRow, known?: Refundable): Promise<boolean> {
  const refundable = known ?? (await refundableOf(context, payment))
  if (!(await isCapturedOnOrder(context, payment, refundable))) return false
  const now = context.clock()
  await context.store.payments.patch(payment.id, { next_check_at: now }, now, payment.status)
  return true
}

/** The same, but money that a fault after its capture keeps from being settled is left to a person. */
export async function wasJustCaptured(context: Context, payment: PaymentRow): Promise<boolean> {
  const refundable = await refundableOf(context, payment)
  return !isLeftToPerson(payment, refundable) && isOnOrder(context, payment, refundable)
}

/** Medusa's ids end in a ULID, which begins with the time of insertion, here of the capture. */
function isLeftToPerson(payment: PaymentRow, { medusaPaymentId }: Refundable): boolean {
  const since = reasonsOf(payment).at(-1)?.at ?? payment.attention_at ?? 0
  return (
    payment.attention_reason === SETTLING_FAULT && String(medusaPaymentId) < `pay_${ulidAt(new Date(since).getTime())}`
  )
}

/** Whether an order has this unsettled money in Medusa, so that nothing else may take it. */
export async function isCapturedOnOrder(
  { container }: Context,
  { status }: PaymentRow,
  { medusaPaymentId }: Refundable,
): Promise<boolean> {
  if (!isUnsettled(status) || medusaPaymentId === null) return false
  return Boolean((await ownerOfPayment(container, medusaPaymentId))?.orderId)
}

/** Whether the payment once needed attention because its order was overpaid, and the order is no longer. */
export async function isNoLongerOverpaid({ container }: Context, payment: PaymentRow): Promise<boolean> {
  const { status, order_id } = payment
  const wasOverpaid = reasonsOf(payment).some(({ reason }) => isOverpaid({ attention_reason: reason }))
  if (status !== "settled" || order_id === null || !wasOverpaid) return false
  const balance = await loadOrderBalance(container, order_id)
  return balance !== undefined && !balance.canceled && !balance.overpaid
}

/** How much the order was overpaid, if the payment needs attention because of it; null otherwise. */
export async function overpaidOn({ container }: Context, payment: PaymentRow): Promise<FiatAmount | null> {
  const { order_id } = payment
  if (!isOverpaid(payment) || order_id === null) return null
  const balance = await loadOrderBalance(container, order_id)
  return balance?.overpaid ?? null
}
