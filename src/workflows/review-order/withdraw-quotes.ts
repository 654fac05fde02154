import { amountOf, covers, type FiatAmount, isSameAmount } from "../../core/money/units"
import { isPaid, isSeen } from "../../core/payment/lifecycle"
import { isPayable } from "../../core/payment/shopper-view"
import { ofPayment } from "../../core/text/log-lines"
import { loadOrderBalance, type OrderBalance } from "../../medusa/balance"
import { asksAnother, loadCollection } from "../../medusa/collection-state"
import { hideAddress, sessionShowing } from "../../medusa/sessions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

/** Withdraws the addresses of an order's unpaid quotes whose amount it no longer owes, or that ask for less than it owes. */
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
