import { type AccountMatch, accountIn, accountOf, matchAccount } from "../../core/connection/account"
import { amountOf } from "../../core/money/units"
import { isFor, isPaid, isSeen, isUnsettled } from "../../core/payment/lifecycle"
import { noLongerPays } from "../../core/payment/settlement"
import { CryptoPaymentError } from "../../core/text/errors"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

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

/**
 * Refuses to ask for test coins for an order that was placed for real money.
 * @throws CryptoPaymentError `payment_method_unavailable`
 */
export async function refuseTestCoins(
  { store }: Context,
  connectionId: string,
  order: Pick<PaymentRow, "payment_collection_id" | "order_id">,
): Promise<void> {
  if (order.order_id === null) return
  const settings = await store.settingsOf(connectionId)
  const account = settings && accountOf(settings)
  if (!account?.testMode) return
  const asked = { test_mode: true, account: account.fingerprint }
  if (matchAccount(asked, account, await store.payments.placedInTestMode(order)) === "test_money") {
    throw new CryptoPaymentError("payment_method_unavailable")
  }
}

/** The payments whose money counts for their order: paid, not sent back, and not test money in a live store. */
export async function paidAmong(context: Context, payments: readonly PaymentRow[]): Promise<PaymentRow[]> {
  const paid = payments.filter((payment) => isPaid(payment.status) && !noLongerPays(payment))
  return counted(context, paid)
}

/** The payments whose money is on its way to their order. While there is one, the shopper must not pay again. */
export const detectedAmong = (context: Context, payments: readonly PaymentRow[]): Promise<PaymentRow[]> =>
  counted(context, payments.filter(isSeen))

type AskedPayment = Pick<PaymentRow, "payment_collection_id" | "order_id" | "amount_minor" | "currency" | "test_mode">

/**
 * The payments in other collections of the same order whose money counts for this one: money on its way, or money for
 * the same amount that waits to be settled. Settled money is left out, because the order already owes less for it.
 */
export async function paymentsOnOtherCollections(context: Context, asked: AskedPayment): Promise<PaymentRow[]> {
  const { payment_collection_id, order_id, test_mode } = asked
  if (order_id === null) return []
  const others = (await context.store.payments.byOrder(order_id)).filter(
    (row) => row.payment_collection_id !== payment_collection_id && row.test_mode === test_mode,
  )
  const amount = amountOf(asked)
  const waiting = others.filter((row) => isUnsettled(row.status) && isFor(row, amount))
  return [...(await paidAmong(context, waiting)), ...(await detectedAmong(context, others))]
}

async function counted(context: Context, payments: PaymentRow[]): Promise<PaymentRow[]> {
  const counts = async (payment: PaymentRow) =>
    (isPaid(payment.status) && !isUnsettled(payment.status)) ||
    (await accountMatch(context, payment, payment.order_id !== null)) !== "test_money"
  const counting = await Promise.all(payments.map(counts))
  return payments.filter((_, place) => counting[place])
}
