import { accountOf, standingOf } from "../../core/connection/account"
import type { ConnectionSettings } from "../../core/connection/settings"
import { isPaid, isUnsettled, meansCleared, meansSeen } from "../../core/payment/payment-life"
import { ofPayment } from "../../core/text/log-lines"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { failed, inSpan, tell } from "../../modules/crypto-payments/tracing"
import { isStoreApiError, type StoreApiError } from "../../store-api/error"
import { noteFailure, noteSuccess } from "../connections/call-outcome"
import type { Context } from "../context"
import { tellStore } from "../notify-store/notify-store"
import { PAYMENT_EVENT_NAMES } from "../notify-store/store-events"
import type { SettleResult } from "../settle/record"
import { settlePayment } from "../settle/settle-payment"

export type LookUp =
  /** `completed` means that this lookup found the money: the caller must settle it. */
  { ok: true; payment: PaymentRow; completed: boolean } | { ok: false; error: StoreApiError }

/**
 * Asks the service for a payment's status and stores the answer. A status word that is not configured as cleared means
 * "not paid"; it is stored and shown to admins.
 *
 * @throws Error if the connection is not set up
 */
export async function lookUpPayment(
  context: Context,
  payment: PaymentRow,
  patience: { deadlineMs?: number; attempts?: number } = {},
): Promise<LookUp> {
  return inSpan("look_up", ofPayment(payment), async (span) => {
    const look = await lookUp(context, payment, patience)
    if (look.ok) tell(span, { outcome: look.completed ? "completed" : look.payment.status })
    else failed(span, look.error)
    return look
  })
}

/** Whether a 404 only means that the payment belongs to another account. */
export const isUnknownThere = (payment: PaymentRow, settings: ConnectionSettings, { status }: StoreApiError): boolean =>
  status === 404 && standingOf(payment, accountOf(settings), null) !== "same"

async function lookUp(
  context: Context,
  payment: PaymentRow,
  patience: { deadlineMs?: number; attempts?: number },
): Promise<LookUp> {
  const { store, clock, log } = context
  const now = clock()
  const settings = await store.settingsOf(payment.connection_id)
  const client = await store.clientOf(payment.connection_id)
  try {
    const answer = await client.getPayment(payment.external_id, patience)
    const connection = await store.connection(payment.connection_id)
    await noteSuccess(context, payment.connection_id, connection?.row, "look_up")
    const seen = { remote_status: answer.status, confirmations: answer.confirmations }
    const cleared = meansCleared(answer.status, settings?.clearedStatuses ?? [])
    if (cleared && !isPaid(payment.status)) {
      const moved = await store.payments.move(
        payment.id,
        "service_completed",
        { ...seen, completed_at: now, completed_by: "lookup", next_check_at: now, leased_until: null },
        now,
      )
      if (moved) log("payment_completed", { ...ofPayment(moved), by: "look-up" })
      // If an event was faster, the row is already completed, and the event's worker settles it.
      const current = moved ?? (await store.payments.byId(payment.id)) ?? payment
      return { ok: true, payment: current, completed: moved !== undefined }
    }
    const seen_at = meansSeen(answer, settings?.seenStatuses ?? []) ? (payment.seen_at ?? now) : null
    const current = { ...payment, ...seen, seen_at }
    const changed = (["remote_status", "confirmations", "seen_at"] as const).some(
      (name) => current[name] !== payment[name],
    )
    // An event that came meanwhile is newer, so only a row with unchanged status is patched.
    if (changed) await store.payments.patch(payment.id, { ...seen, seen_at }, now, payment.status)
    return { ok: true, payment: current, completed: false }
  } catch (error) {
    if (!isStoreApiError(error)) throw error
    if (!settings || !isUnknownThere(payment, settings, error)) {
      await noteFailure(context, payment.connection_id, error)
    }
    return { ok: false, error }
  }
}

/**
 * Looks a payment up, and settles it at once if it is paid. The caller must have taken the lookup with `takeLookups`.
 * @returns the answer of the service, and the result of settling if the payment was paid and unsettled
 * @throws Error if the connection is not set up
 */
export async function lookAndSettle(
  context: Context,
  payment: PaymentRow,
  patience: { deadlineMs?: number; attempts?: number },
): Promise<{ look: LookUp; settled: SettleResult | undefined }> {
  const look = await lookUpPayment(context, payment, patience)
  if (!look.ok || !isUnsettled(look.payment.status)) return { look, settled: undefined }
  if (look.completed) await tellStore(context, PAYMENT_EVENT_NAMES.completed, look.payment)
  // Settling claims the payment itself, so an event's worker and this one cannot both settle it.
  return { look, settled: await settlePayment(context, look.payment.id) }
}

/** Groups payments by their connection. */
export function byConnection(payments: readonly PaymentRow[]): Map<string, PaymentRow[]> {
  const groups = new Map<string, PaymentRow[]>()
  for (const payment of payments) {
    groups.set(payment.connection_id, [...(groups.get(payment.connection_id) ?? []), payment])
  }
  return groups
}
