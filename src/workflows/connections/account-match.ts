import { type AccountMatch, accountIn, accountOf, matchAccount } from "../../core/connection/account"
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
