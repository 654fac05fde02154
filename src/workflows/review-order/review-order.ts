import { isCrypto } from "../../core/assets/choices"
import { amountOf, covers, type FiatAmount, isSameAmount } from "../../core/money/units"
import { isOverpaid, isOverpaidMore, overpaidDetail } from "../../core/payment/attention"
import { isAboutOrder, type PayoutReason, type UnpaidReason } from "../../core/payment/attention-reasons"
import { isPaid } from "../../core/payment/lifecycle"
import { decidePayout } from "../../core/payment/settlement"
import { ofPayment } from "../../core/text/log-lines"
import { loadOrderBalance, loadOrderBalances, type OrderBalance } from "../../medusa/balance"
import { DELETED_WITHIN_DAYS } from "../../medusa/changed-orders"
import { asksAnother, loadCollection } from "../../medusa/collection-state"
import { correctSummary } from "../../medusa/ledger"
import { ownerOfPayment } from "../../medusa/raw-reads"
import { dropUnsentRefunds } from "../../medusa/refunds"
import { hideAddress } from "../../medusa/session-writes"
import { sessionShowing } from "../../medusa/sessions"
import { reasonsOf } from "../../modules/crypto-payments/stores/marks"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { withOrderLease } from "../concurrency"
import { type Context, oneStepWorkflow } from "../context"
import { emitAttention, removeNotices } from "../store-events/notify"
import { refundablesOf } from "./refundable"

/**
 * Reviews an order's crypto payments after a change: marks what was overpaid, and hides addresses that are not owed.
 * Idempotent; a deleted paid draft counts as canceled.
 * @param changed the order has just changed, so an item that a person closed earlier opens again
 */
export async function reviewOrder(context: Context, orderId: string, changed = false): Promise<void> {
  const payments = await context.store.payments.byOrder(orderId)
  if (payments.length === 0) return
  const balance = await loadOrderBalance(context.container, orderId)
  if (balance) return review(context, balance, payments, changed)
  await endKept(context, payments)
  await openPayoutItems(context, orderId)
  await hideUnowedAddresses(context, { canceled: true, outstanding: null }, payments)
}

/** Reviews an order whose balance was read after its payment was marked as settled. */
export async function reviewOrderBalance(context: Context, balance: OrderBalance): Promise<void> {
  await review(context, balance, await context.store.payments.byOrder(balance.id), false)
}

async function review(context: Context, balance: OrderBalance, payments: readonly PaymentRow[], changed: boolean) {
  const orderId = balance.id
  // First, because a payment has only one mark.
  if (balance.canceled || !balance.outstanding) await endKept(context, payments)
  if (balance.canceled) await openPayoutItems(context, orderId)
  else {
    if (balance.summaryDiffers) await correctLedger(context, orderId, payments.filter(isSettled))
    await markOverpaid(context, balance, payments, changed)
  }
  await hideUnowedAddresses(context, balance, payments)
}

/** Ends the attention items that say an order is kept. */
export const endKept = (context: Context, payments: readonly PaymentRow[]): Promise<void> =>
  endMarks(
    context,
    payments.filter(({ attention_reason }) => isAboutOrder(attention_reason)),
  )

async function endMarks(context: Context, marked: readonly PaymentRow[]): Promise<void> {
  const { store, clock } = context
  for (const { id, attention_reason } of marked) {
    await store.marks.clearMark(id, attention_reason as PayoutReason | UnpaidReason, clock())
  }
  if (marked.length > 0) await removeNotices(context, { payments: marked })
}

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
  { overpaid }: OrderBalance,
  payments: readonly PaymentRow[],
  reopen: boolean,
): Promise<void> {
  const { store, clock } = context
  const settled = payments.filter(isSettled)
  const everyMarked = settled.filter(isOverpaid)
  const marked = everyMarked.slice(0, 1)
  // Two reviews at once may each mark a payment for the same money.
  await endMarks(context, everyMarked.slice(1))
  const reason = decidePayout({ canceled: false, overpaid })
  if (reason === null || overpaid === null) {
    // That overpayment is over, so what a person accepted of it hides no later one.
    for (const { id } of settled.filter(isAccepted)) {
      await store.payments.patch(id, { attention_detail: null, closed_at: null }, clock(), "settled")
    }
    await endMarks(context, marked)
    return
  }
  const detail = overpaidDetail(overpaid)
  for (const { id, attention_detail } of marked) {
    if (attention_detail !== detail) await store.payments.patch(id, { attention_detail: detail }, clock(), "settled")
  }
  if (marked.length > 0) return
  const refundables = await refundablesOf(context, settled)
  const refundable = settled.filter(({ id }) => refundables.get(id)?.rest)
  // The order is overpaid, not one payment, so what a person accepted on one counts for all.
  const accepted = refundable.filter(isAccepted)
  if (!reopen && !accepted.every((one) => isOverpaidMore(overpaid, one.attention_detail))) return
  const newest = refundable.find((one) => reopen || moneyClosedAt(one) === null || accepted.includes(one))
  if (newest) await markForPerson(context, newest.id, reason, { detail, reopen: newest.closed_at !== null })
}

/** A person closed the payment's item about an overpaid order. */
const isAccepted = ({ closed_at, attention_reason, attention_detail }: PaymentRow): boolean =>
  closed_at !== null && attention_reason === null && attention_detail !== null

/** When a person closed an item about the payment's own money, not about its order. */
const moneyClosedAt = (payment: PaymentRow): Date | null =>
  isAboutOrder(reasonsOf(payment).at(-1)?.reason ?? null) ? null : payment.closed_at

/**
 * Opens a payout-due item for each settled payment of a canceled order that was not sent back whole. Core ignores the
 * provider's refusal to refund, so otherwise the store would keep the money although the ledger says that it was refunded.
 */
export async function openPayoutItems(context: Context, orderId: string): Promise<void> {
  const all = await settledOf(context, orderId)
  if (all.length === 0) return
  const balance = await loadOrderBalance(context.container, orderId)
  const since = context.clock().getTime() - DELETED_WITHIN_DAYS * 86_400_000
  const settled = balance ? all : all.filter(({ settled_at }) => settled_at !== null && settled_at.getTime() > since)
  if (balance) await correctLedger(context, orderId, settled)
  const canceledAt = balance?.canceledAt ?? null
  const refundables = await refundablesOf(context, settled)
  const reason = decidePayout({ canceled: true, overpaid: null })
  for (const one of settled) {
    const closedAt = moneyClosedAt(one)
    // A person who closed an item before the cancellation decided about another situation, so the item opens again.
    const isOpen = closedAt === null || (canceledAt !== null && closedAt < canceledAt)
    const isLeft = refundables.get(one.id)?.rest != null
    if (reason && isLeft) await markForPerson(context, one.id, reason, { reopen: one.closed_at !== null && isOpen })
  }
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
): Promise<void> {
  const marked = await context.store.marks.openPayoutItem(id, reason, context.clock(), more)
  if (marked) await emitAttention(context, marked)
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
      const medusaPaymentIds = refundables.flatMap(({ medusaPaymentId }) => medusaPaymentId ?? [])
      for (const id of medusaPaymentIds) await dropUnsentRefunds(context.container, id)
      await correctSummary(context.container, orderId, medusaPaymentIds, context.clock())
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

/**
 * Hides the addresses of an order's unpaid quotes whose amount it no longer owes, or for which a new quote would ask
 * another amount.
 */
export async function hideUnowedAddresses(
  context: Context,
  { canceled, outstanding }: Pick<OrderBalance, "canceled" | "outstanding">,
  payments: readonly PaymentRow[],
) {
  for (const payment of payments) {
    if (isPaid(payment.status) || payment.superseded_at) continue
    const amount = amountOf(payment)
    const isOwed = !canceled && covers(outstanding, amount)
    if (!isOwed || (await owesAnother(context, payment, outstanding))) await hideAddressInSession(context, payment)
  }
}

/** Whether the order owes another amount now, and a new quote would ask for it. */
async function owesAnother({ container }: Context, payment: PaymentRow, outstanding: FiatAmount | null) {
  if (isSameAmount(amountOf(payment), outstanding)) return false
  const state = await loadCollection(container, payment.payment_collection_id)
  return state !== undefined && asksAnother(state, amountOf(payment))
}

/** Removes a payment's address from its session's data, which storefronts show. Idempotent. */
export async function hideAddressInSession(context: Context, payment: PaymentRow): Promise<void> {
  const { container, log } = context
  const session = await sessionShowing(container, payment)
  if (!session) return
  try {
    await hideAddress(container, session, payment)
  } catch (error) {
    log("address_not_hidden", { ...ofPayment(payment), error })
  }
}

export const reviewOrderOfCryptoPaymentsWorkflow = oneStepWorkflow(
  "review-order-of-crypto-payments",
  async (context, { order_id }: { order_id: string }) => {
    await reviewOrder(context, order_id, true)
    return null
  },
)
