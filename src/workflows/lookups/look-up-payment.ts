import { accountOf, matchAccount } from "../../core/connection/account"
import { mayBeGateway } from "../../core/connection/health"
import type { ConnectionSettings } from "../../core/connection/settings"
import { decideUnpaid } from "../../core/payment/attention"
import { isAboutOrder, type UnpaidReason } from "../../core/payment/attention-reasons"
import { isPaid, isSeen, isUnsettled, shownOrNewest, statesBefore } from "../../core/payment/lifecycle"
import { lookupDueWhileViewed } from "../../core/payment/schedule"
import { classifyWord, isForgotten, readAnswer } from "../../core/payment/status-word"
import { ofPayment } from "../../core/text/log-lines"
import { NO_MARK } from "../../modules/crypto-payments/stores/payments"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { failed, inSpan, tell } from "../../modules/crypto-payments/telemetry"
import { isStoreApiError, type StoreApiError } from "../../store-api/outcome"
import type { PaymentStatusResponse } from "../../store-api/wire"
import { type AccountUsed, accountUsed, failuresIn, recordFailure, recordSuccess } from "../connections/call-outcome"
import type { Context } from "../context"
import { accountMatch } from "../counted-money"
import { hideAddressInSession } from "../review-order/review-order"
import { markCompleted, type SettleResult } from "../settle/record"
import { settlePayment } from "../settle/settle-payment"
import { emitAttention, emitQuoteExpired, removeNotices } from "../store-events/notify"
import { canRenew } from "../view-payment/view-payment"

/** In milliseconds. A lookup before a shown address is replaced must not use up the shopper's ten seconds. */
export const SHOPPER_LOOKUP_MS = 2000

/** A service that forgets payments may say so with 410 (RFC 9110 15.5.11). */
const NOT_FOUND: ReadonlySet<number> = new Set([404, 410])

/** A service may also not know the form of another's ids (400, 422), or let only their own keys read them (403). */
const NOT_OURS: ReadonlySet<number> = new Set([...NOT_FOUND, 400, 403, 422])

type TimeBudget = { timeoutMs?: number; attempts?: number }

/** `word` is the service's answer; null if it forgot the payment, which then stays what it was: unpaid, or seen. */
export type Lookup =
  | { ok: true; payment: PaymentRow; word: string | null }
  /** `ofOtherAccount`: the payment was requested with other keys, so asking again with these cannot help. */
  | { ok: false; error: StoreApiError; ofOtherAccount: boolean }

/**
 * Asks the service for a payment's status, stores the answer and notifies the store of money, which the caller must
 * settle. Only a status word that is configured as cleared means "paid".
 * @throws Error if the connection is not set up
 */
export async function lookUpPayment(
  context: Context,
  payment: PaymentRow,
  timeBudget: TimeBudget = {},
): Promise<Lookup> {
  return inSpan("lookup", ofPayment(payment), async (span) => {
    const lookup = await lookUp(context, payment, timeBudget)
    if (lookup.ok) tell(span, { outcome: lookup.payment.status })
    else failed(span, lookup.error)
    return lookup
  })
}

async function lookUp(context: Context, payment: PaymentRow, timeBudget: TimeBudget): Promise<Lookup> {
  const { store } = context
  const settings = await store.settingsOf(payment.connection_id)
  if (!settings) throw new Error(`the connection "${payment.connection_id}" is not set up`)
  const client = await store.clientOf(payment.connection_id, settings)
  const used = accountUsed(payment.connection_id, settings)
  try {
    const answer = await client.getPayment(payment.external_id, timeBudget)
    const connection = await store.connection(payment.connection_id)
    await recordSuccess(context, used, connection?.row, "lookup")
    const word = answer.status
    const meaning = classifyWord(word, settings)
    if (meaning !== "cleared" || isPaid(payment.status)) {
      const stored = await storeAnswer(context, payment, answer, settings)
      // The service gave the payment up before the quote's end, so nobody may pay to its address.
      const isOver = meaning === "unpaid" && !isSeen(stored)
      const ended = isOver ? await markExpired(context, stored, { renew_at: context.clock() }) : undefined
      if (ended) await hideAddressInSession(context, ended)
      return { ok: true, payment: ended ?? stored, word }
    }
    const said = { remote_status: word, confirmations: answer.confirmations, status_unknown: false }
    const completed = await markCompleted(context, payment, said, null)
    // An event may have been faster.
    return { ok: true, payment: completed ?? (await store.payments.byId(payment.id)) ?? payment, word }
  } catch (error) {
    if (!isStoreApiError(error)) throw error
    const isAnswer = (statuses: ReadonlySet<number>) => statuses.has(error.status) && !error.isPage
    const notFound = isAnswer(NOT_FOUND)
    const ofOtherAccount = isAnswer(NOT_OURS) && matchAccount(payment, accountOf(settings), null) !== "same"
    const forgotten = notFound && isForgotten(payment, context.clock())
    if (ofOtherAccount || (forgotten && !(await isDoubtful(context, used)))) {
      const marked = await readAgain(context, payment, settings)
      return ofOtherAccount ? { ok: false, error, ofOtherAccount } : { ok: true, payment: marked, word: null }
    }
    // A forgotten payment is no failure of the service, so it does not make an outage last longer.
    if (!forgotten) await recordFailure(context, used, error)
    await readIfKnown(context, payment, settings)
    return { ok: false, error, ofOtherAccount }
  }
}

/** Whether a 404 may come from a gateway, so that it says nothing about the payment. */
async function isDoubtful({ store, clock }: Context, { connectionId }: AccountUsed): Promise<boolean> {
  const row = (await store.connection(connectionId, 0))?.row
  return mayBeGateway(failuresIn(row).calls, clock())
}

async function storeAnswer(
  context: Context,
  payment: PaymentRow,
  answer: Pick<PaymentStatusResponse, "status" | "confirmations">,
  settings: ConnectionSettings,
): Promise<PaymentRow> {
  const { store, clock } = context
  const now = clock()
  const known = readAnswer(answer, settings, payment.seen_at, now)
  // A person gave up an unknown word, which showed no money, so money that this answer shows is new.
  const gaveUpWord = payment.closed_at !== null && payment.status_unknown && payment.confirmations === 0
  const isNew = gaveUpWord && (!known.status_unknown || known.confirmations > 0)
  const read = isNew ? readAnswer(answer, settings, null, now) : known
  // What a paid payment once looked like no longer matters.
  const said = isPaid(payment.status) ? { ...read, seen_at: payment.seen_at, status_unknown: false } : read
  const changed = (Object.keys(said) as (keyof typeof said)[]).some((name) => said[name] !== payment[name])
  if (said.status_unknown && !payment.status_unknown) {
    store.log("status_unknown", { ...ofPayment(payment), reason: answer.status.slice(0, 64) })
  }
  // An event that completed the payment meanwhile is newer than this answer; the end of its quote is no news of money.
  const unchanged = isPaid(payment.status) ? [payment.status] : statesBefore("service_completed")
  if (changed) await store.payments.patch(payment.id, said, now, ...unchanged)
  return markUncleared(context, { ...payment, ...said }, settings.watchDays)
}

/**
 * Reads a last word that a setting has made known, because `followWords` makes the payment due again each minute until
 * then. It stays due if the word means cleared: that money only waits for an answer.
 */
async function readIfKnown(context: Context, payment: PaymentRow, settings: ConnectionSettings): Promise<void> {
  const { status_unknown, remote_status: word } = payment
  const meaning = status_unknown && word !== null ? classifyWord(word, settings) : "unknown"
  if (meaning !== "unknown" && meaning !== "cleared") await readAgain(context, payment, settings)
}

/** Reads a last word that was unknown by the present lists, because the service gives no newer answer. */
async function readAgain(context: Context, payment: PaymentRow, settings: ConnectionSettings): Promise<PaymentRow> {
  const { status_unknown, remote_status: status, confirmations } = payment
  return status_unknown && status !== null
    ? storeAnswer(context, payment, { status, confirmations }, settings)
    : markUncleared(context, payment, settings.watchDays)
}

/**
 * Opens an attention item for money that was seen and does not clear, and ends it if the service no longer sees the
 * money. The order is then payable again.
 * @param payment with the service's last answer
 */
async function markUncleared(context: Context, payment: PaymentRow, watchDays: number) {
  const { store, clock } = context
  const now = clock()
  const { id, status, attention_reason: marked } = payment
  const reason = decideUnpaid(payment, now.getTime(), watchDays)
  if (isPaid(status) || reason === marked || (reason === null && isAboutOrder(marked))) return payment
  if (reason === null) {
    await store.marks.clearMark(id, marked as UnpaidReason, now)
    await removeNotices(context, { payments: [payment] })
    return { ...payment, ...NO_MARK }
  }
  const opened = await store.marks.markUnpaid(payment, reason, now)
  if (opened) await emitAttention(context, opened)
  return opened ?? payment
}

/**
 * Ends a quote that is over, and notifies the store. Its address is still watched.
 * @returns undefined if that was done before, or the payment was paid
 */
export async function markExpired(
  context: Context,
  { id }: PaymentRow,
  patch: Partial<PaymentRow> = {},
): Promise<PaymentRow | undefined> {
  const ended = await context.store.payments.move(id, "quote_expired", patch, context.clock())
  if (!ended) return undefined
  context.log("payment_expired", ofPayment(ended))
  await emitQuoteExpired(context, ended, await canRenew(context, ended))
  return ended
}

/**
 * Looks a payment up for a shopper who waits, if the connection's budget allows it and no rate limit is in force.
 * Otherwise a sweep looks it up when it is due.
 * @param once whether an answer of the last 15 seconds is enough: repeated confirming must not use up the lookups
 * @returns undefined if there was no answer
 */
export async function lookUpWithinAllowance(
  context: Context,
  payment: PaymentRow,
  timeoutMs: number,
  once = isSeen(payment),
): Promise<PaymentRow | undefined> {
  const { store, clock } = context
  const { lookedUpBefore } = lookupDueWhileViewed(clock().getTime())
  if (once && (payment.looked_up_at?.getTime() ?? 0) > lookedUpBefore) return payment
  const lookup = await askWithinAllowance(context, payment, timeoutMs)
  if (!lookup?.ok) return undefined
  const now = clock()
  if (once || isSeen(lookup.payment)) await store.payments.patch(payment.id, { looked_up_at: now }, now)
  return lookup.payment
}

/**
 * Looks up the address that a collection shows before its price changes or another address replaces it, because the payer
 * may have just paid.
 * @returns whether the service reports money for it now
 */
export async function lookUpShown(context: Context, payments: readonly PaymentRow[], timeoutMs: number) {
  const shown = shownOrNewest(payments)
  if (!shown || isPaid(shown.status)) return false
  if ((await accountMatch(context, shown, shown.order_id !== null)) === "test_money") return false
  const latest = await lookUpWithinAllowance(context, shown, Math.min(SHOPPER_LOOKUP_MS, timeoutMs))
  return latest !== undefined && (isPaid(latest.status) || isSeen(latest))
}

/** Like `lookUpWithinAllowance`, with the service's answer. @returns undefined if it was not asked */
export async function askWithinAllowance(
  context: Context,
  payment: PaymentRow,
  timeoutMs: number,
): Promise<Lookup | undefined> {
  const { store, clock } = context
  const settings = await store.settingsOf(payment.connection_id)
  if (!settings || timeoutMs <= 0) return undefined
  const request = { wanted: 1, ceiling: settings.maxCallsPerMinute, urgent: true }
  const granted = await store.connections.takeLookups(payment.connection_id, request, clock())
  return granted === 0 ? undefined : lookUpPayment(context, payment, { timeoutMs, attempts: 1 })
}

/**
 * Looks a payment up, and settles it at once if it is paid. The caller must have taken the lookup with `takeLookups`.
 * @throws Error if the connection is not set up
 */
export async function lookUpAndSettle(
  context: Context,
  payment: PaymentRow,
  timeBudget: TimeBudget,
): Promise<{ lookup: Lookup; settled: SettleResult | undefined }> {
  const lookup = await lookUpPayment(context, payment, timeBudget)
  if (!lookup.ok || !isUnsettled(lookup.payment.status)) return { lookup, settled: undefined }
  // Settling claims the payment itself, so an event's worker and this one cannot both settle it.
  return { lookup, settled: await settlePayment(context, lookup.payment.id) }
}
