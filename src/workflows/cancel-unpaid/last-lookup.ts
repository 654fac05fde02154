import type { ConnectionSettings } from "../../core/connection/settings"
import { isPaid, isSeen } from "../../core/payment/payment-life"
import { isFoundUnpaid } from "../../core/payment/unpaid-order"
import { ofPayment } from "../../core/text/log-lines"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { byConnection, lookAndSettle } from "../look-up/look-up-payment"

/** As in the sweep, a service that hangs must not delay other connections. */
const PATIENCE = { deadlineMs: 4000, attempts: 1 }

/** The share of a minute's lookups that one order may use. An order with many addresses leaves the rest to shoppers. */
const SHARE_OF_ONE = 0.5

/**
 * `money`: a payment is paid, and settling ran; `unanswered`: the service could not be asked or did not answer;
 * `more_to_look_at`: the connection's lookups were too few for all payments.
 */
export type LastLookup = "nothing_paid" | "money" | "maybe_money" | "unanswered" | "more_to_look_at"

/**
 * Asks the service once more about every payment of an order, within the connection's lookups per minute. The next call
 * continues with the payments that were not answered yet.
 * @param due since when the order may be canceled, in unix milliseconds; older answers do not count
 */
export async function lastLookup(context: Context, payments: readonly PaymentRow[], due: number): Promise<LastLookup> {
  const { store, clock } = context
  const answers: LastLookup[] = []
  for (const [connectionId, all] of byConnection(payments)) {
    const own = all.filter((payment) => !isFoundUnpaid(payment, due, clock().getTime()))
    if (own.length === 0) continue
    const settings = await store.settingsOf(connectionId)
    // The connection was removed from medusa-config, or is incomplete.
    if (!settings) answers.push("unanswered")
    const granted = settings ? await grantedOf(context, connectionId, settings, own.length) : 0
    if (granted < own.length) answers.push("more_to_look_at")
    answers.push(
      ...(await Promise.all(own.slice(0, granted).map((payment) => lookAt(context, payment, granted < own.length)))),
    )
  }
  const worst = (["money", "unanswered", "maybe_money", "more_to_look_at"] as const).find((answer) =>
    answers.includes(answer),
  )
  return worst ?? "nothing_paid"
}

/** 0 while the service rate limits this connection. */
function grantedOf(context: Context, connectionId: string, { lookupsPerMinute }: ConnectionSettings, wanted: number) {
  const { store, clock } = context
  const share = Math.max(1, Math.floor(lookupsPerMinute * SHARE_OF_ONE))
  const wish = { wanted: Math.min(wanted, share), ceiling: lookupsPerMinute }
  return store.connections.takeLookups(connectionId, wish, clock())
}

/** @param keep whether to store the answer for the next call */
async function lookAt(context: Context, payment: PaymentRow, keep: boolean): Promise<LastLookup> {
  const { store, clock, log } = context
  const { look } = await lookAndSettle(context, payment, PATIENCE)
  if (!look.ok) return "unanswered"
  if (isPaid(look.payment.status)) return "money"
  const { remote_status, confirmations, closed_at } = look.payment
  // If confirmations disappear, the payment is looked up a second time before the answer counts.
  if (!isSeen(look.payment) && (payment.confirmations === 0 || closed_at !== null)) {
    if (keep) await store.payments.patch(payment.id, { found_unpaid_at: clock() }, clock())
    return "nothing_paid"
  }
  const detail = `the service says ${JSON.stringify(remote_status?.slice(0, 64))} with ${confirmations} confirmations`
  log("unpaid_order_kept", { ...ofPayment(payment), detail })
  return "maybe_money"
}
