import { amountOf, type FiatAmount, minorToMajor, wholeAmount } from "../../core/money/units"
import { isAboutOrder, type PayoutReason, type UnpaidReason } from "../../core/payment/attention-reasons"
import { isPaid, isSeen } from "../../core/payment/lifecycle"
import { captured, refunded } from "../../core/payment/outstanding"
import { covers, decidePayout, isOverpaid, isSameAmount } from "../../core/payment/settlement"
import { isPayable } from "../../core/payment/shopper-view"
import { ofPayment } from "../../core/text/log-lines"
import {
  capturesOn,
  isMadeWith,
  loadCollection,
  loadOrderBalance,
  loadOrderBalances,
  type OrderBalance,
} from "../../medusa/balance"
import { ownerOfPayment } from "../../medusa/balance-query"
import { asksAnother, isCrypto } from "../../medusa/collection-state"
import { correctSummary } from "../../medusa/ledger"
import { hideAddress, sessionShowing } from "../../medusa/sessions"
import { reasonsOf } from "../../modules/crypto-payments/stores/payments"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { withOrderLease } from "../concurrency"
import { type Context, oneStepWorkflow } from "../context"
import { emitAttention, withdrawNotices } from "../store-events/notify"

/**
 * Compares an order that was edited, returned, credited, canceled or paid with its crypto payments. Idempotent: opens
 * an attention item for what was overpaid, and withdraws addresses whose amount is no longer owed.
 * @param changed the order has just changed, so an item that a person closed earlier opens again
 */
export async function reviewOrder(context: Context, orderId: string, changed = false): Promise<void> {
  const payments = await context.store.payments.byOrder(orderId)
  const balance = payments.length === 0 ? undefined : await loadOrderBalance(context.container, orderId)
  if (balance) await review(context, balance, payments, changed)
}

/** Reviews an order whose balance was read after its payment was marked as settled. */
export async function reviewOrderBalance(context: Context, balance: OrderBalance): Promise<void> {
  await review(context, balance, await context.store.payments.byOrder(balance.id), false)
}

async function review(context: Context, balance: OrderBalance, payments: readonly PaymentRow[], changed: boolean) {
  const orderId = balance.id
  if (balance.canceled) await openPayoutItems(context, orderId)
  else {
    if (balance.summaryDiffers) await correctLedger(context, orderId, payments.filter(isSettled))
    await markOverpaid(context, balance, payments, changed)
  }
  await withdrawUnowed(context, balance, payments)
  if (balance.canceled || !balance.outstanding) await clearKept(context, payments)
}

async function clearKept(context: Context, payments: readonly PaymentRow[]): Promise<void> {
  const { store, clock } = context
  const kept = payments.filter(({ attention_reason }) => isAboutOrder(attention_reason))
  for (const { id, attention_reason } of kept) {
    await store.payments.clearMark(id, attention_reason as UnpaidReason, clock())
  }
  await withdrawNotices(context, { payments: kept })
}

/** Not a sentence, since admins read it in nine languages. */
const overpaidDetail = (overpaid: FiatAmount): string => `+${minorToMajor(overpaid)} ${overpaid.currency}`

/**
 * The payments as they are after a review of the orders whose overpaid amount is no longer what the payment says, so
 * that nobody sends back what was credited since. Medusa emits no event for a credit line.
 */
export async function reviewedPayments(context: Context, payments: readonly PaymentRow[]): Promise<PaymentRow[]> {
  const { container, store } = context
  const marked = payments.filter(isOverpaid)
  const balances = await loadOrderBalances(
    container,
    marked.map(({ order_id }) => order_id),
  )
  const isStale = ({ order_id, attention_detail }: PaymentRow): boolean => {
    const order = order_id === null ? undefined : balances.get(order_id)
    return order !== undefined && (order.overpaid === null || overpaidDetail(order.overpaid) !== attention_detail)
  }
  const stale = new Set(marked.filter(isStale).map(({ order_id }) => order_id))
  for (const orderId of stale) await reviewOrder(context, orderId as string)
  return Promise.all(
    payments.map(async (one) => (stale.has(one.order_id) ? ((await store.payments.byId(one.id)) ?? one) : one)),
  )
}

async function markOverpaid(
  context: Context,
  { canceled, overpaid }: OrderBalance,
  payments: readonly PaymentRow[],
  reopen: boolean,
): Promise<void> {
  const { store, clock } = context
  const settled = payments.filter(isSettled)
  const marked = settled.filter(isOverpaid)
  const reason = decidePayout({ canceled, overpaid })
  if (reason === null || overpaid === null) {
    for (const { id, attention_reason } of marked) {
      await store.payments.clearMark(id, attention_reason as PayoutReason, clock())
    }
    await withdrawNotices(context, { payments: marked })
    return
  }
  const detail = overpaidDetail(overpaid)
  for (const { id, attention_detail } of marked) {
    if (attention_detail !== detail) await store.payments.patch(id, { attention_detail: detail }, clock(), "settled")
  }
  if (marked.length > 0) return
  const refundables = await refundablesOf(context, settled)
  const newest = settled.find(({ id, closed_at }) => refundables.get(id)?.rest && (reopen || closed_at === null))
  if (newest) await markForPerson(context, newest.id, reason, { detail, reopen })
}

export async function withdrawUnowed(
  context: Context,
  { canceled, outstanding }: OrderBalance,
  payments: readonly PaymentRow[],
) {
  for (const payment of payments) {
    if (isPaid(payment.status) || payment.superseded_at) continue
    const amount = amountOf(payment)
    const isOwed = !canceled && covers(outstanding, amount)
    if (!isOwed || (await asksForMore(context, payment, outstanding))) await withdrawAddress(context, payment)
  }
}

/**
 * Leaves an order one address for the same money: withdraws its other quotes, if they and the one that is shown now ask
 * for more than it owes. They stay watched, and their pages can ask again.
 */
export async function withdrawRivals(context: Context, shown: PaymentRow, orderId: string): Promise<void> {
  const { container, store, clock } = context
  const now = clock()
  const rivals = (await store.payments.byOrder(orderId)).filter(
    (one) => one.id !== shown.id && isPayable(one, now) && !isSeen(one),
  )
  if (rivals.length === 0 || isPaid(shown.status)) return
  const minor = [shown, ...rivals].reduce((sum, one) => sum + amountOf(one).minor, 0)
  const { outstanding = null } = (await loadOrderBalance(container, orderId)) ?? {}
  if (covers(outstanding, { ...amountOf(shown), minor })) return
  for (const rival of rivals) {
    await store.payments.patch(rival.id, { superseded_at: now }, now, rival.status)
    await withdrawAddress(context, rival)
  }
}

/** Whether the order owes more now, and a new quote would ask for it. */
async function asksForMore({ container }: Context, payment: PaymentRow, outstanding: FiatAmount | null) {
  if (isSameAmount(amountOf(payment), outstanding)) return false
  const state = await loadCollection(container, payment.payment_collection_id)
  return state !== undefined && asksAnother(state, amountOf(payment))
}

/** Removes a payment's address from its session's data, which storefronts show. Idempotent. */
export async function withdrawAddress(context: Context, payment: PaymentRow): Promise<void> {
  const { container, log } = context
  const session = await sessionShowing(container, payment)
  if (!session) return
  try {
    await hideAddress(container, session, payment)
  } catch (error) {
    log("session_not_withdrawn", { ...ofPayment(payment), error })
  }
}

/**
 * Opens a payout-due item for each settled payment of a canceled order. Core ignores the provider's refusal to refund,
 * so otherwise the store would keep the money although the order's ledger says that it was refunded.
 * @returns how many items were opened
 */
export async function openPayoutItems(context: Context, orderId: string): Promise<number> {
  const settled = await settledOf(context, orderId)
  if (settled.length === 0) return 0
  await correctLedger(context, orderId, settled)
  const canceledAt = (await loadOrderBalance(context.container, orderId))?.canceledAt ?? null
  const refundables = await refundablesOf(context, settled)
  const reason = decidePayout({ canceled: true, overpaid: null })
  let opened = 0
  for (const { id, closed_at } of settled) {
    // A person who closed an item before the cancellation decided about another situation, so the item opens again.
    const isOlder = closed_at !== null && canceledAt !== null && closed_at < canceledAt
    const reopen = isOlder && refundables.get(id)?.rest != null
    if (reason && (await markForPerson(context, id, reason, { reopen }))) opened++
  }
  return opened
}

/**
 * Marks a settled payment that needs a person and notifies the store, unless it is already marked.
 * @param reopen marks it again even if a person closed an earlier item
 */
async function markForPerson(
  context: Context,
  id: string,
  reason: PayoutReason,
  more: { detail?: string; reopen: boolean },
): Promise<boolean> {
  const marked = await context.store.payments.openPayoutItem(id, reason, context.clock(), more)
  if (marked) await emitAttention(context, marked)
  return marked !== undefined
}

const isSettled = ({ status }: PaymentRow): boolean => status === "settled"

export const settledOf = async ({ store }: Context, orderId: string): Promise<PaymentRow[]> =>
  (await store.payments.byOrder(orderId)).filter(isSettled)

/** Corrects an order's ledger. Only logs an error, because recording a payout or the next review corrects it too. */
export async function correctLedger(context: Context, orderId: string, settled: PaymentRow[]): Promise<void> {
  const [first] = settled
  if (!first) return
  try {
    await withOrderLease(context, first, orderId, async () => {
      const refundables = [...(await refundablesOf(context, settled)).values()]
      const captured = refundables.flatMap(({ medusaPaymentId }) => medusaPaymentId ?? [])
      await correctSummary(context.container, orderId, captured, context.clock())
    })
  } catch (error) {
    context.log("ledger_failed", { ...ofPayment(first), order_id: orderId, error })
  }
}

/**
 * The order of another provider's payment, or null. For our own payments, settling and recording a payout review the
 * order.
 */
export async function orderOfOther({ container }: Context, medusaPaymentId: string): Promise<string | null> {
  const owner = await ownerOfPayment(container, medusaPaymentId)
  return owner && !isCrypto(owner.providerId) ? owner.orderId : null
}

export const reviewOrderOfCryptoPaymentsWorkflow = oneStepWorkflow(
  "review-order-of-crypto-payments",
  async (context, { order_id }: { order_id: string }) => {
    await reviewOrder(context, order_id, true)
    return null
  },
)

export type Refundable = {
  /** What may still be recorded as sent back, in the payment's currency; null if nothing may. */
  rest: FiatAmount | null
  /** The payment in Medusa that captured this money, if any. A payout becomes a refund of it. */
  medusaPaymentId: string | null
  /** A part was sent back, and Medusa never captured the money. */
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
  const [captures, payouts] = await Promise.all([
    capturesOn(
      container,
      paid.map(({ payment_collection_id }) => payment_collection_id),
    ),
    store.lists.payouts.ofPayments(paid.map(({ id }) => id)),
  ])
  const refundable = (payment: PaymentRow): Refundable => {
    const capture = captures.find((one) => isMadeWith(payment, one))
    const own = payouts.filter(({ payment_id }) => payment_id === payment.id)
    const left = own.reduce((rest, payout) => rest - amountOf(payout).minor, amountOf(payment).minor)
    const held = capture && wholeAmount(captured(capture) - refunded(capture), payment.currency)
    const minor = capture ? Math.min(left, held?.minor ?? 0) : left
    // A `completed` payment will be captured soon, which changes what can be sent back.
    const open = payment.status !== "completed" && minor > 0
    return {
      rest: open ? { minor, currency: payment.currency } : null,
      medusaPaymentId: capture?.id ?? null,
      paidOut: !capture && own.length > 0,
    }
  }
  return new Map(paid.map((payment) => [payment.id, refundable(payment)]))
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
