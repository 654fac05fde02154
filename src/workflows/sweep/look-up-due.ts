import type { ConnectionSettings } from "../../core/connection/settings"
import { isWatchedClosely, lookAgainAt, nextLookAt } from "../../core/payment/retry-policy"
import { isLiving } from "../../core/payment/shopper-status"
import { ofPayment } from "../../core/text/log-lines"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { inParallel } from "../concurrency"
import type { Context } from "../context"
import { byConnection, lookAndSettle } from "../look-up/look-up-payment"
import { tellStoreOfExpiry } from "../notify-store/notify-store"
import { canRenew } from "../renew-quote/open-payment-step"
import { withdrawAddress } from "../review-order/review-order"
import { shownFor } from "../view-payment/view-payment"

/** How many lookups of one connection run at a time. */
const CONCURRENCY = 8

/**
 * A service that hangs must not delay the rest of the sweep: four seconds for each lookup, and none after three
 * failures.
 */
const PATIENCE = { deadlineMs: 4000, attempts: 1 }
const FAILURES_BEFORE_GIVING_UP = 3

/** Old addresses leave at least half of a minute's lookups to payments that a shopper may wait for. */
const SHARE_OF_OLD = 0.5

const SECOND_MS = 1000

export type LookupCounts = { settled: number; looked: number; expired: number; postponed: number }

/** Each step counts what it did. */
type Counting = Context & { counts: LookupCounts }

/** Looks up the claimed payments, all connections in parallel. */
export async function lookUpDue(context: Context, due: PaymentRow[]): Promise<LookupCounts> {
  const counts = { settled: 0, looked: 0, expired: 0, postponed: 0 }
  await Promise.all(
    [...byConnection(due)].map(([id, payments]) => lookUpConnection({ ...context, counts }, id, payments)),
  )
  return counts
}

async function lookUpConnection(context: Counting, connectionId: string, payments: PaymentRow[]): Promise<void> {
  const { store, clock } = context
  const settings = await store.settingsOf(connectionId)
  const postponeBy = (ms: number) => (payment: PaymentRow) =>
    postpone(context, payment, new Date(clock().getTime() + ms))
  const broken = (error: unknown, payment: PaymentRow) => store.log("look_up_failed", { ...ofPayment(payment), error })
  // Without keys the service cannot be asked.
  if (!settings) return inParallel(CONCURRENCY, payments, broken, postponeBy(30 * SECOND_MS))

  const { granted, left } = await divide(context, connectionId, payments, settings)
  await inParallel(CONCURRENCY, left, broken, postponeBy(20 * SECOND_MS))

  const failures: string[] = []
  let stopped = false
  await inParallel(CONCURRENCY, granted, broken, async (payment) => {
    if (stopped) return postponeBy(30 * SECOND_MS)(payment)
    const failure = await lookUpOne(context, payment, settings)
    if (failure) failures.push(failure)
    // A 429 stops the other lookups too.
    stopped ||= failure === "rate_limited" || failures.length >= FAILURES_BEFORE_GIVING_UP
  })
  if (failures.length > 0) {
    const reason = [...new Set(failures)].join(", ")
    store.log("look_ups_failed", { reason, connection_id: connectionId, count: failures.length, of: granted.length })
  }
}

/** Takes lookups from the connection's budget, for closely watched payments first. */
async function divide(
  { store, clock }: Counting,
  connectionId: string,
  payments: PaymentRow[],
  { lookupsPerMinute }: ConnectionSettings,
): Promise<{ granted: PaymentRow[]; left: PaymentRow[] }> {
  const now = clock()
  const take = (wanted: number, allowance: number) =>
    wanted === 0 ? 0 : store.connections.takeLookups(connectionId, wanted, allowance, now)
  const close = payments.filter((payment) => isClose(payment, now))
  const old = payments.filter((payment) => !isClose(payment, now))
  const closeGranted = await take(close.length, lookupsPerMinute)
  const oldGranted = await take(old.length, Math.max(1, Math.floor(lookupsPerMinute * SHARE_OF_OLD)))
  if (closeGranted < close.length) {
    store.log("look_ups_wait", { connection_id: connectionId, count: close.length - closeGranted, of: close.length })
  }
  return {
    granted: [...close.slice(0, closeGranted), ...old.slice(0, oldGranted)],
    left: [...close.slice(closeGranted), ...old.slice(oldGranted)],
  }
}

/** @returns the code of the failure, or undefined if the service answered */
async function lookUpOne(context: Counting, payment: PaymentRow, settings: ConnectionSettings) {
  const { clock, counts } = context
  counts.looked++
  const { look, settled } = await lookAndSettle(context, payment, PATIENCE)
  if (settled) {
    if (settled.state === "settled") counts.settled++
    return undefined
  }
  await withdrawUnshown(context, payment)
  const quote = { quoteExpiresAt: payment.quote_expires_at.getTime() }
  const answered = look.ok || look.ofOtherAccount
  const next = (answered ? nextLookAt : lookAgainAt)(quote, clock().getTime(), settings.watchDays)
  await postpone(context, payment, next === undefined ? null : new Date(next))
  return answered ? undefined : look.error.code
}

/**
 * Withdraws the address of a valid quote that its page hides: money is on its way, the cart was deleted, the store
 * switched to live mode, or a credit line changed what the order owes. Medusa emits no event for these.
 */
async function withdrawUnshown(context: Context, payment: PaymentRow): Promise<void> {
  const now = context.clock()
  if (payment.session_id === null || !isLiving(payment, now)) return
  const { view } = await shownFor(context, payment)
  if (view.address === null) await withdrawAddress(context, payment)
}

/** Ends the row's lease, makes it due again at `until`, and marks its quote as expired if it has expired. */
async function postpone(context: Counting, payment: PaymentRow, until: Date | null): Promise<void> {
  const { store, clock, counts } = context
  const now = clock()
  if (payment.status === "awaiting_payment" && payment.quote_expires_at <= now) {
    const expired = await store.payments.move(payment.id, "quote_ran_out", {}, now)
    if (expired) {
      counts.expired++
      store.log("payment_expired", ofPayment(expired))
      await tellStoreOfExpiry(context, expired, await canRenew(context, expired))
    }
  }
  counts.postponed++
  await store.paymentLeases.release(payment, until, isClose(payment, now) ? 0 : 1)
}

const isClose = (payment: PaymentRow, now: Date): boolean =>
  isWatchedClosely({ quoteExpiresAt: payment.quote_expires_at.getTime() }, now.getTime())
