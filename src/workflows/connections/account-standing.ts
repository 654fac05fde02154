import { accountOf, type PresentAccount, type Standing, standingOf } from "../../core/connection/account"
import { isTestMode } from "../../core/connection/settings"
import { isPaid, isUnsettled } from "../../core/payment/payment-life"
import { wentBack } from "../../core/payment/settlement"
import { CryptoPaymentError } from "../../core/text/errors"
import type { CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

/** The account that a connection works with now. Its public half is enough: secrets may be unreadable. */
export async function presentAccount(module: CryptoPaymentsService, connectionId: string): Promise<PresentAccount> {
  const connection = await module.connection(connectionId)
  if (!connection) return "gone"
  const { baseUrl, apiKey } = connection.given
  return baseUrl === undefined || apiKey === undefined ? undefined : accountOf({ baseUrl, apiKey })
}

/**
 * How the account that asked for a payment stands to the connection's present one.
 * @param ordered an order is placed for it, so that the mode it was placed in counts as well
 */
export async function accountStanding(
  module: CryptoPaymentsService,
  payment: PaymentRow,
  ordered: boolean,
): Promise<Standing> {
  const present = await presentAccount(module, payment.connection_id)
  const standing = standingOf(payment, present, null)
  // Only test money asks in which mode its order was placed, and not where its own confirmation placed it.
  const placedIt = standing === "same" && payment.confirmed_at !== null && payment.superseded_at === null
  if (!ordered || !payment.test_mode || placedIt) return standing
  return standingOf(payment, present, await module.payments.placedInTestMode(payment))
}

/**
 * Refuses to ask for test coins for an order that was placed for real money: they would pay for nothing.
 * @throws CryptoPaymentError `payment_method_unavailable`
 */
export async function refuseTestCoins(
  module: CryptoPaymentsService,
  connectionId: string,
  order: { payment_collection_id: string; order_id: string | null },
): Promise<void> {
  if (order.order_id === null) return
  const settings = await module.settingsOf(connectionId)
  if (!settings || !isTestMode(settings)) return
  if ((await module.payments.placedInTestMode(order)) === false) {
    throw new CryptoPaymentError("payment_method_unavailable")
  }
}

/** The payments whose money counts towards their order: paid, not sent back, and no test money in a live store. */
export async function paidOf(module: CryptoPaymentsService, payments: readonly PaymentRow[]): Promise<PaymentRow[]> {
  const paid = payments.filter((payment) => isPaid(payment.status) && !wentBack(payment))
  const counts = await Promise.all(
    paid.map(
      async (payment) =>
        !isUnsettled(payment.status) ||
        (await accountStanding(module, payment, payment.order_id !== null)) !== "test_money",
    ),
  )
  return paid.filter((_, place) => counts[place])
}
