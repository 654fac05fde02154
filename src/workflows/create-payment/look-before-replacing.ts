import { isPaid, isSeen } from "../../core/payment/payment-life"
import { shownOrNewest } from "../../core/payment/shown"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { accountStanding } from "../connections/account-standing"
import type { Context } from "../context"
import { type Lookup, lookUpPayment } from "../look-up/look-up-payment"

/** In milliseconds. A lookup before a shown address is replaced must not use up the shopper's ten seconds. */
export const LOOK_DEADLINE_MS = 2000

/**
 * Looks a payment up if the connection has lookups left in this minute and no rate limit is in force. Otherwise the
 * next sweep looks it up.
 * @returns undefined if there was no answer
 */
export async function lookWithinAllowance(
  context: Context,
  payment: PaymentRow,
  deadlineMs: number,
): Promise<Extract<Lookup, { ok: true }> | undefined> {
  const { store, clock } = context
  const settings = await store.settingsOf(payment.connection_id)
  if (!settings || deadlineMs <= 0) return undefined
  const granted = await store.connections.takeLookups(payment.connection_id, 1, settings.lookupsPerMinute, clock())
  if (granted === 0) return undefined
  const look = await lookUpPayment(context, payment, { deadlineMs, attempts: 1 })
  return look.ok ? look : undefined
}

/**
 * Looks up the address that a collection shows before another one replaces it, because the payer may have just paid.
 * @returns whether the service reports money for it now
 */
export async function lookBeforeReplacing(
  context: Context,
  payments: readonly PaymentRow[],
  patienceMs: number,
): Promise<boolean> {
  const shown = shownOrNewest(payments)
  if (!shown || isPaid(shown.status)) return false
  if ((await accountStanding(context, shown, shown.order_id !== null)) === "test_money") return false
  const look = await lookWithinAllowance(context, shown, Math.min(LOOK_DEADLINE_MS, patienceMs / 2))
  return look !== undefined && (isPaid(look.payment.status) || isSeen(look.payment))
}
