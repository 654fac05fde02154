import { type AccountMatch, accountIn, accountOf, matchAccount } from "../core/connection/account"
import { amountOf, type FiatAmount } from "../core/money/units"
import { couldPay, hasOnlyUnknownWord, isPaid, isSeen, isUnsettled } from "../core/payment/lifecycle"
import { noLongerPays } from "../core/payment/settlement"
import { CryptoPaymentError, type RefusalCode } from "../core/text/errors"
import type { OrderBalance } from "../medusa/balance"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import type { Context } from "./context"

/**
 * The payments whose money counts for their order: settled, or paid and neither closed, partly sent back, going back
 * nor test money in a live store.
 */
export async function paidAmong(context: Context, payments: readonly PaymentRow[]): Promise<PaymentRow[]> {
  const paid = payments.filter((payment) => isPaid(payment.status) && !noLongerPays(payment))
  return counted(context, paid)
}

/** The payments whose money is on its way to their order. While there is one, the shopper must not pay again. */
export const seenAmong = (context: Context, payments: readonly PaymentRow[]): Promise<PaymentRow[]> =>
  counted(context, payments.filter(isSeen))

type AskedPayment = Pick<PaymentRow, "payment_collection_id" | "order_id" | "amount_minor" | "currency" | "test_mode">

/**
 * The payments whose money may still pay this amount: money on its way, or money that waits to be settled and could pay
 * it. Settled money is left out, because the order already owes less for it.
 * @param onOrder whether an order owes the amount on this collection, so that it takes a part of it too
 */
export async function unsettledMoney(
  context: Context,
  payments: readonly PaymentRow[],
  amount: FiatAmount,
  onOrder: boolean,
): Promise<PaymentRow[]> {
  const waiting = payments.filter((row) => isUnsettled(row.status) && couldPay(row, amount, onOrder))
  return [...(await paidAmong(context, waiting)), ...(await seenAmong(context, payments))]
}

/** Why nobody is asked to pay while this money is on its way or waits to be settled. */
export const seenRefusal = (payments: readonly PaymentRow[]): RefusalCode =>
  payments.every(hasOnlyUnknownWord) ? "payment_unclear" : "payment_seen"

/** The payments in other collections of the same order whose money may still pay this one. */
export async function paymentsOnOtherCollections(context: Context, asked: AskedPayment): Promise<PaymentRow[]> {
  const { payment_collection_id, order_id, test_mode } = asked
  if (order_id === null) return []
  const others = (await context.store.payments.byOrder(order_id)).filter(
    (row) => row.payment_collection_id !== payment_collection_id && row.test_mode === test_mode,
  )
  // Each collection asks for its own part of what the order owes.
  return unsettledMoney(context, others, amountOf(asked), false)
}

const counted = (context: Context, payments: PaymentRow[]): Promise<PaymentRow[]> =>
  withoutTestMoney(context, payments, (payment) => isPaid(payment.status) && !isUnsettled(payment.status))

/**
 * Leaves out test money in a live store, which pays for no order.
 * @param isKept says of which payments the money counts without a look at their account
 */
export async function withoutTestMoney(
  context: Context,
  payments: PaymentRow[],
  isKept: (payment: PaymentRow) => boolean = () => false,
): Promise<PaymentRow[]> {
  const counts = async (payment: PaymentRow) =>
    isKept(payment) || (await accountMatch(context, payment, payment.order_id !== null)) !== "test_money"
  const counting = await Promise.all(payments.map(counts))
  return payments.filter((_, place) => counting[place])
}

/**
 * Compares the account that requested a payment with the connection's present account.
 * @param ordered whether an order is placed, so that the mode of the order counts too
 */
export async function accountMatch({ store }: Context, payment: PaymentRow, ordered: boolean): Promise<AccountMatch> {
  const connection = await store.connection(payment.connection_id)
  // Reads no secret, because secrets may be unreadable.
  const present = connection ? accountIn(connection.given) : "gone"
  const match = matchAccount(payment, present, null)
  // The order's mode matters only for test money, and not if this payment's confirmation placed the order.
  const placedIt = match === "same" && payment.confirmed_at !== null && payment.superseded_at === null
  if (!ordered || !payment.test_mode || placedIt) return match
  return matchAccount(payment, present, await store.payments.placedInTestMode(payment))
}

/** Whether a payout of the order's money is recorded and not yet written into the order, as after a crash. */
export async function isPayoutUnbooked({ store }: Context, { id, collections }: OrderBalance): Promise<boolean> {
  const isRefunded = collections.some(({ payments }) => payments.some(({ refunds }) => refunds.length > 0))
  if (!isRefunded) return false
  const rows = await store.payments.byOrder(id)
  const payouts = await store.lists.payouts.ofPayments(rows.map((row) => row.id))
  return payouts.some(({ booked_at }) => booked_at === null)
}

/**
 * An order's balance that asks for nothing while a payout is written into the order: Medusa says for a moment that it owes
 * the money again, and after a crash until the sweep finishes the payout.
 */
export async function certainBalance(context: Context, balance: OrderBalance): Promise<OrderBalance> {
  const isUncertain = balance.outstanding !== null && (await isPayoutUnbooked(context, balance))
  return isUncertain ? { ...balance, outstanding: null } : balance
}

type OfOrder = Pick<PaymentRow, "payment_collection_id" | "order_id">

/** Whether the connection would ask for test coins for an order that was placed for real money. */
export async function asksForTestCoins({ store }: Context, connectionId: string, order: OfOrder): Promise<boolean> {
  if (order.order_id === null) return false
  const settings = await store.settingsOf(connectionId)
  const account = settings && accountOf(settings)
  if (!account?.testMode) return false
  const asked = { test_mode: true, account: account.fingerprint }
  return matchAccount(asked, account, await store.payments.placedInTestMode(order)) === "test_money"
}

/** @throws CryptoPaymentError `payment_method_unavailable` if the connection would ask for test coins for such an order */
export async function refuseTestCoins(context: Context, connectionId: string, order: OfOrder): Promise<void> {
  if (await asksForTestCoins(context, connectionId, order)) throw new CryptoPaymentError("payment_method_unavailable")
}
