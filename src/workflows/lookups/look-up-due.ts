import { setTimeout as delay } from "node:timers/promises"
import { accountOf, isOfAnother } from "../../core/connection/account"
import { EVENT_GRACE_MS, RECENT_MS } from "../../core/connection/health"
import { canGrow, lookupSpacing } from "../../core/connection/request-budget"
import type { ConnectionSettings } from "../../core/connection/settings"
import { hasOnlyUnknownWord, isSeen } from "../../core/payment/lifecycle"
import {
  areEventsProven,
  LOOKUP_PRIORITIES,
  type LookupPriority,
  lookupAgainAt,
  lookupRank,
  nextLookupAt,
  shareOfEarlier,
  type Watched,
  type WatchRules,
} from "../../core/payment/schedule"
import { isPayable } from "../../core/payment/shopper-view"
import { classifyWord } from "../../core/payment/status-word"
import { ofPayment } from "../../core/text/log-lines"
import { type Connection, NOT_ASKED } from "../../modules/crypto-payments/connections/resolve"
import { budgetOf, mayCallAt } from "../../modules/crypto-payments/stores/connections"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { inParallel } from "../concurrency"
import { OF_ANOTHER_ACCOUNT } from "../connections/save-connection"
import type { Context } from "../context"
import { hideAddressInSession } from "../review-order/review-order"
import { shownFor } from "../view-payment/view-payment"
import { askWithinAllowance, lookUpAndSettle, markExpired } from "./look-up-payment"

/** How many lookups of one connection run at a time. */
const CONCURRENCY = 8

/**
 * A service that hangs must not delay the rest of the sweep: four seconds for each lookup, and none after three
 * failures.
 */
const TIME_BUDGET = { timeoutMs: 4000, attempts: 1 }
const FAILURES_BEFORE_GIVING_UP = 3
const UNASKED_AGAIN_MS = 30_000

/** After this long with failures only, one lookup of each sweep asks whether the service is back. */
const DOWN_AFTER_MS = 60_000

/** How many lookups of one connection a sweep takes at most. */
const MOST_LOOKUPS = 100

/** How many expired quotes of one connection a sweep marks. */
const MOST_EXPIRED = 200

export type LookupCounts = { settled: number; looked: number; expired: number; postponed: number }

/** Each step counts what it did. */
type Counting = Context & { counts: LookupCounts; spreadMs: number }

/**
 * Marks expired quotes, and looks up what is due, all connections in parallel. A connection that may not ask now claims
 * nothing, so it takes nobody else's place.
 * @param spreadMs over this time the lookups are spread while more are due than the budget grants
 */
export async function lookUpDue(context: Context, spreadMs: number): Promise<LookupCounts> {
  const counts = { settled: 0, looked: 0, expired: 0, postponed: 0 }
  const { store } = context
  const failed = (error: unknown, id: string) =>
    store.log("sweep_item_failed", { connection_id: id, by: "lookups", error })
  const ids = store.connectionIds()
  await inParallel(ids.length, ids, failed, (id) => lookUpConnection({ ...context, counts, spreadMs }, id))
  return counts
}

async function lookUpConnection(context: Counting, connectionId: string): Promise<void> {
  const { store } = context
  const broken = (error: unknown, payment: PaymentRow) => store.log("lookup_failed", { ...ofPayment(payment), error })
  const granted = await claimGranted(context, connectionId)
  if (granted) {
    const { payments, settings, spacingMs } = granted
    const rules = { watchDays: settings.watchDays, eventsProven: await areProven(context, connectionId) }
    const failures: string[] = []
    const begun = performance.now()
    let stopped = false
    const startsAfter = new Map(payments.map((payment, index) => [payment, index * spacingMs]))
    await inParallel(CONCURRENCY, payments, broken, async (payment) => {
      await waitUntil(begun + (startsAfter.get(payment) ?? 0))
      if (stopped) return releaseUnasked(context, payment)
      const failure = await lookUpOne(context, payment, rules)
      if (failure) failures.push(failure)
      // A 429 stops the other lookups too.
      stopped ||= failure === "rate_limited" || failures.length >= FAILURES_BEFORE_GIVING_UP
    })
    if (failures.length > 0) {
      const reason = [...new Set(failures)].join(", ")
      store.log("lookups_failed", { reason, connection_id: connectionId, count: failures.length, of: payments.length })
    }
  }
  const expired = await store.paymentQueue.expiredQuotes(connectionId, MOST_EXPIRED, context.clock())
  await inParallel(CONCURRENCY, expired, broken, (payment) => expireIfOver(context, payment))
}

/** Claims as many due lookups as the connection's budget grants; undefined if it may not ask now. */
async function claimGranted(context: Counting, connectionId: string) {
  const { store, clock, spreadMs } = context
  const settings = await store.settingsOf(connectionId)
  const row = (await store.connection(connectionId))?.row
  const now = clock()
  // Without keys the service cannot be asked.
  if (!settings) return undefined
  if (row && mayCallAt(row, "lookup") > now.getTime()) {
    await endFormerLimit(context, connectionId, row.health_account, accountOf(settings).fingerprint)
    return undefined
  }
  const due = await store.paymentQueue.countDue(connectionId, MOST_LOOKUPS, now)
  const all = [...due.values()].reduce((sum, one) => sum + one, 0)
  if (all === 0) return undefined
  const request = { wanted: Math.min(all, MOST_LOOKUPS), ceiling: settings.maxCallsPerMinute }
  const failingSince = row?.failing_since?.getTime() ?? now.getTime()
  const failing = now.getTime() - failingSince > DOWN_AFTER_MS
  const granted = await store.connections.takeLookups(connectionId, { ...request, failing }, now)
  const payments = granted > 0 ? await claimInOrder(context, connectionId, granted, due) : []
  const urgent = (due.get(LOOKUP_PRIORITIES.asked) ?? 0) + (due.get(LOOKUP_PRIORITIES.live) ?? 0)
  const grows = !row || canGrow(budgetOf(row, now), settings.maxCallsPerMinute, now.getTime())
  if (payments.length < urgent && !grows) {
    store.log("lookups_wait", { connection_id: connectionId, count: urgent - payments.length, of: urgent })
  }
  const spacingMs = lookupSpacing(payments.length, Math.min(all, MOST_LOOKUPS), spreadMs)
  return { payments, settings, spacingMs }
}

/** Ends the limit of the account whose keys the environment had before. The present account's own limits stay. */
async function endFormerLimit({ store, clock }: Context, id: string, former: string | null, present: string) {
  if (!isOfAnother(former, present)) return
  await store.connections.patch(id, { ...OF_ANOTHER_ACCOUNT, ...NOT_ASKED, health_account: present }, clock())
  store.forget(id)
}

/** Payments that a person waits for come first, then quotes that live, then the rest; each leaves a quarter. */
async function claimInOrder(
  { store, clock }: Context,
  connectionId: string,
  granted: number,
  due: ReadonlyMap<LookupPriority, number>,
): Promise<PaymentRow[]> {
  const claimed: PaymentRow[] = []
  const claim = async (rank: LookupPriority, most: number) => {
    if (most <= 0 || !due.has(rank)) return
    claimed.push(...(await store.paymentQueue.claimLookups({ connectionId, rank }, most, clock())))
  }
  const { asked, live, rest } = LOOKUP_PRIORITIES
  const share = () => shareOfEarlier(granted - claimed.length, clock().getTime())
  await claim(asked, share())
  await claim(live, share())
  for (const rank of [rest, asked, live]) await claim(rank, granted - claimed.length)
  return claimed
}

/** How old the answer of `areProven` may be, in milliseconds. It changes by days, not by seconds. */
const PROVEN_FRESH_MS = 60_000
const proven = new WeakMap<object, Map<string, { at: number; is: boolean }>>()

/** Whether events of this connection prove themselves. */
async function areProven({ store, clock }: Context, connectionId: string): Promise<boolean> {
  const now = clock().getTime()
  const known = proven.get(store) ?? new Map()
  proven.set(store, known)
  const last = known.get(connectionId)
  if (last && Math.abs(now - last.at) < PROVEN_FRESH_MS) return last.is
  const paid = await store.health.paid(connectionId, new Date(now - EVENT_GRACE_MS), new Date(now - RECENT_MS))
  const is = areEventsProven(paid)
  known.set(connectionId, { at: now, is })
  return is
}

/** @param at by `performance.now()` */
const waitUntil = async (at: number): Promise<void> => {
  const ms = at - performance.now()
  if (ms > 0) await delay(ms)
}

/** @returns the code of the failure, or undefined if the service answered */
async function lookUpOne(context: Counting, payment: PaymentRow, rules: WatchRules): Promise<string | undefined> {
  const { clock, counts } = context
  counts.looked++
  const { lookup, settled } = await lookUpAndSettle(context, payment, TIME_BUDGET)
  if (settled) {
    if (settled.state === "settled") counts.settled++
    return undefined
  }
  await hideUnshownAddress(context, payment)
  const answered = lookup.ok || lookup.ofOtherAccount
  const now = clock().getTime()
  const watched = { ...watchedOf(lookup.ok ? lookup.payment : payment), ...(answered && { answeredAt: now }) }
  const next = (answered ? nextLookupAt : lookupAgainAt)(watched, now, rules)
  await postpone(context, payment, { until: next === undefined ? null : new Date(next), watched })
  return answered ? undefined : lookup.error.code
}

function watchedOf(payment: PaymentRow): Watched {
  const asked = payment.viewed_at !== null || payment.confirmed_at !== null
  return {
    createdAt: payment.created_at.getTime(),
    quoteExpiresAt: payment.quote_expires_at.getTime(),
    asked,
    // A service may have an unknown word for every abandoned quote, and these must not delay the others.
    seen: isSeen(payment) && (asked || !hasOnlyUnknownWord(payment)),
    answeredAt: payment.looked_up_at?.getTime() ?? null,
  }
}

/**
 * Hides the address of a valid quote that its page does not show: money is on its way, the cart was deleted or its region
 * lost the provider, the store switched to live mode, or a credit line changed what the order owes. Medusa emits no
 * event for these.
 */
async function hideUnshownAddress(context: Context, payment: PaymentRow): Promise<void> {
  const now = context.clock()
  if (payment.session_id === null || !isPayable(payment, now)) return
  const { view } = await shownFor(context, payment)
  if (view.address === null) await hideAddressInSession(context, payment)
}

/** Ends the row's lease after a lookup, makes it due again at `until`, and marks its quote as expired if it has. */
async function postpone(
  context: Counting,
  payment: PaymentRow,
  { until, watched }: { until: Date | null; watched: Watched },
): Promise<void> {
  const { store, clock, counts } = context
  const now = clock()
  await expireIfOver(context, payment)
  counts.postponed++
  const rank = lookupRank(watched, now.getTime())
  await store.paymentLeases.release(payment, until, { rank, answeredAt: watched.answeredAt })
}

/** Releases a claimed payment that was not looked up, because the service stopped answering. */
async function releaseUnasked({ store, clock, counts }: Counting, payment: PaymentRow): Promise<void> {
  counts.postponed++
  const now = clock().getTime()
  const soon = new Date(now + UNASKED_AGAIN_MS)
  await store.paymentLeases.release(payment, soon, { rank: lookupRank(watchedOf(payment), now) })
}

/** Marks a payment whose quote has expired, and notifies the store. Does nothing if that is done. */
async function expireIfOver(context: Counting, payment: PaymentRow): Promise<void> {
  const { clock, counts } = context
  const now = clock()
  if (payment.status !== "awaiting_payment" || payment.quote_expires_at > now) return
  const rank = lookupRank(watchedOf(payment), now.getTime())
  if (await markExpired(context, payment, { lookup_priority: rank })) counts.expired++
}

/** How often a process follows up on status words, and how old a completion must be, in milliseconds. */
const FOLLOW_EVERY_MS = 60_000

/** Payments that were completed earlier may be forgotten by the service. */
const REMEMBERED_MS = 14 * 86_400_000

/**
 * Follows up on the service's status words, once a minute: looks up again what a changed setting makes known, and proves
 * that the word of a payment that an event completed is among the cleared ones.
 */
export async function followWords(context: Context): Promise<void> {
  const { store, clock } = context
  if (!store.isTimeFor("status words", FOLLOW_EVERY_MS, clock())) return
  for (const id of store.connectionIds()) {
    const connection = await store.connection(id)
    if (!connection?.settings) continue
    await makeDueAgain(context, id, connection.settings)
    await proveWord(context, connection, connection.settings)
  }
}

/** Makes payments due whose word was unknown and is now in a list, even if their watch has ended. */
async function makeDueAgain({ store, clock }: Context, id: string, settings: ConnectionSettings): Promise<void> {
  const words = (await store.health.unknownWords(id)).map(({ word }) => word)
  const known = words.filter((word) => classifyWord(word, settings) !== "unknown")
  if (known.length > 0) await store.paymentQueue.makeDueAgain(id, known, clock())
}

/**
 * Looks up the newest payment that an event completed, each once, until its word is a cleared one. Then the account's
 * lookups can be trusted to find a payment whose event is lost.
 */
async function proveWord(context: Context, { id, row }: Connection, settings: ConnectionSettings): Promise<void> {
  const { store, clock, log } = context
  const now = clock()
  const { fingerprint: account } = accountOf(settings)
  const known = row?.proven_status_account === account ? row : undefined
  if (known?.proven_status && classifyWord(known.proven_status, settings) === "cleared") return
  const before = new Date(now.getTime() - FOLLOW_EVERY_MS)
  const after = known?.proven_status_at ?? new Date(now.getTime() - REMEMBERED_MS)
  const payment = await store.health.completedByEvent(id, account, { after, before })
  if (!payment) return
  const lookup = await askWithinAllowance(context, payment, TIME_BUDGET.timeoutMs)
  if (!lookup?.ok) return
  const patch = { proven_status: lookup.word, proven_status_at: payment.completed_at, proven_status_account: account }
  await store.connections.patch(id, patch, now)
  store.forget(id)
  if (lookup.word !== null && classifyWord(lookup.word, settings) !== "cleared") {
    log("status_not_cleared", { ...ofPayment(payment), reason: lookup.word.slice(0, 64) })
  }
}
