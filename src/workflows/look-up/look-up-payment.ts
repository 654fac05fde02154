import { accountOf, standingOf } from "../../core/connection/account"
import { type ConnectionSettings, DEFAULT_SETTINGS } from "../../core/connection/settings"
import { decideUnpaid } from "../../core/payment/attention"
import type { UnpaidReason } from "../../core/payment/attention-reasons"
import { isAmong, isPaid, isUnsettled, meansSeen } from "../../core/payment/payment-life"
import { ofPayment } from "../../core/text/log-lines"
import { NO_MARK } from "../../modules/crypto-payments/stores/payments"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { failed, inSpan, tell } from "../../modules/crypto-payments/tracing"
import { isStoreApiError, type StoreApiError } from "../../store-api/error"
import type { PaymentStatusResponse } from "../../store-api/wire"
import { askedWith, noteFailure, noteSuccess } from "../connections/call-outcome"
import type { Context } from "../context"
import { tellOfAttention } from "../notify-store/notify-store"
import { markCompleted } from "../settle/mark-completed"
import type { SettleResult } from "../settle/record"
import { settlePayment } from "../settle/settle-payment"

/** In milliseconds. A lookup before a shown address is replaced must not use up the shopper's ten seconds. */
export const LOOK_DEADLINE_MS = 2000

type Patience = { deadlineMs?: number; attempts?: number }

export type Lookup = { ok: true; payment: PaymentRow } | { ok: false; error: StoreApiError }

/**
 * Asks the service for a payment's status and stores the answer. A status word that is not configured as cleared means
 * "not paid"; it is stored and shown to admins. Notifies the store of money that it finds; the caller must settle it.
 * @throws Error if the connection is not set up
 */
export async function lookUpPayment(context: Context, payment: PaymentRow, patience: Patience = {}): Promise<Lookup> {
  return inSpan("look_up", ofPayment(payment), async (span) => {
    const look = await lookUp(context, payment, patience)
    if (look.ok) tell(span, { outcome: look.payment.status })
    else failed(span, look.error)
    return look
  })
}

/** Whether a 404 only means that the payment belongs to another account. */
export const isUnknownThere = (payment: PaymentRow, settings: ConnectionSettings, { status }: StoreApiError): boolean =>
  status === 404 && standingOf(payment, accountOf(settings), null) !== "same"

async function lookUp(context: Context, payment: PaymentRow, patience: Patience): Promise<Lookup> {
  const { store } = context
  const settings = await store.settingsOf(payment.connection_id)
  const client = await store.clientOf(payment.connection_id)
  const asked = askedWith(payment.connection_id, settings)
  try {
    const answer = await client.getPayment(payment.external_id, patience)
    const connection = await store.connection(payment.connection_id)
    await noteSuccess(context, asked, connection?.row, "lookup")
    const cleared = isAmong(answer.status, settings?.clearedStatuses ?? [])
    if (!cleared || isPaid(payment.status)) {
      return { ok: true, payment: await keepAnswer(context, payment, answer, settings) }
    }
    const said = { remote_status: answer.status, confirmations: answer.confirmations }
    const completed = await markCompleted(context, payment, said, null)
    // An event may have been faster.
    return { ok: true, payment: completed ?? (await store.payments.byId(payment.id)) ?? payment }
  } catch (error) {
    if (!isStoreApiError(error)) throw error
    if (settings && isUnknownThere(payment, settings, error)) {
      await markUncleared(context, payment, settings.watchDays)
    } else await noteFailure(context, asked, error)
    return { ok: false, error }
  }
}

async function keepAnswer(
  context: Context,
  payment: PaymentRow,
  answer: PaymentStatusResponse,
  settings: ConnectionSettings | undefined,
): Promise<PaymentRow> {
  const { store, clock } = context
  const now = clock()
  const said = {
    remote_status: answer.status,
    confirmations: answer.confirmations,
    seen_at: meansSeen(answer, settings?.seenStatuses ?? []) ? (payment.seen_at ?? now) : null,
  }
  const changed = (Object.keys(said) as (keyof typeof said)[]).some((name) => said[name] !== payment[name])
  // If an event changed the state meanwhile, it is newer than this answer. So only a row in the same state is patched.
  if (changed) await store.payments.patch(payment.id, said, now, payment.status)
  return markUncleared(context, { ...payment, ...said }, settings?.watchDays)
}

/**
 * Opens an attention item for money that was seen and does not clear, and ends it if the service no longer sees the
 * money. The order is then payable again.
 * @param payment with the service's last answer
 */
async function markUncleared(context: Context, payment: PaymentRow, watchDays: number = DEFAULT_SETTINGS.watchDays) {
  const { store, clock } = context
  const now = clock()
  const { id, status, attention_reason: marked } = payment
  const reason = decideUnpaid(payment, now.getTime(), watchDays)
  if (isPaid(status) || reason === marked) return payment
  if (reason === null) {
    await store.payments.clearMark(id, marked as UnpaidReason, now)
    return { ...payment, ...NO_MARK }
  }
  const opened = await store.payments.markUnpaid(id, reason, now)
  if (opened) await tellOfAttention(context, opened)
  return opened ?? payment
}

/**
 * Looks a payment up for a shopper who waits, if the connection's budget allows it and no rate limit is in force.
 * Otherwise the next sweep looks it up.
 * @returns undefined if there was no answer
 */
export async function lookWithinAllowance(
  context: Context,
  payment: PaymentRow,
  deadlineMs: number,
): Promise<PaymentRow | undefined> {
  const { store, clock } = context
  const settings = await store.settingsOf(payment.connection_id)
  if (!settings || deadlineMs <= 0) return undefined
  const wish = { wanted: 1, ceiling: settings.lookupsPerMinute, urgent: true }
  const granted = await store.connections.takeLookups(payment.connection_id, wish, clock())
  if (granted === 0) return undefined
  const look = await lookUpPayment(context, payment, { deadlineMs, attempts: 1 })
  return look.ok ? look.payment : undefined
}

/**
 * Looks a payment up, and settles it at once if it is paid. The caller must have taken the lookup with `takeLookups`.
 * @throws Error if the connection is not set up
 */
export async function lookAndSettle(
  context: Context,
  payment: PaymentRow,
  patience: Patience,
): Promise<{ look: Lookup; settled: SettleResult | undefined }> {
  const look = await lookUpPayment(context, payment, patience)
  if (!look.ok || !isUnsettled(look.payment.status)) return { look, settled: undefined }
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
