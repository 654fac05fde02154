import type { UnpaidReason } from "./attention-reasons"
import { isSeen, type LastAnswer } from "./lifecycle"

/**
 * When an unpaid order is canceled automatically, with times in unix milliseconds. Canceling cannot be undone, so any
 * sign of money prevents it.
 */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The service may take this long to see money that is sent in a quote's last moments. */
const AFTER_QUOTE_MS = 15 * MINUTE

/** New quotes put off the cancellation of an order by at most this long, so that nobody can hold stock with them. */
const LONGEST_EXTENSION_MS = DAY

/** Until it is due, a waiting order is checked at least this often, so that a changed setting takes effect. */
const JUDGED_EVERY_MS = 15 * MINUTE

const NEXT_TICK_MS = 30_000

/** Another provider's session may be paid this late: bank debits stay `pending` for up to two weeks. */
const OTHER_SESSION_MS = 14 * DAY

/** A payment session of another provider on one of the order's payment collections. */
export type OtherSession = {
  /** The session belongs to Medusa's manual provider, which takes no money. */
  byHand: boolean
  status: string
  openedAt: number
}

/**
 * When to decide first whether to cancel a payment's order, in unix milliseconds. A confirmation after that schedules the
 * decision again.
 * @param from when the quote expires, or when the shopper confirmed
 */
export const firstJudgedAt = (from: number): number => from + AFTER_QUOTE_MS

/** The same for a new quote, but within a day of `now`, because a service may give a quote that is valid for a year. */
export const firstCheckAt = (quoteExpiresAt: number, now: number): number =>
  Math.min(firstJudgedAt(quoteExpiresAt), now + DAY)

/** How long a lookup of one address stays valid while the order's other addresses are looked up. */
const STATUS_FRESH_MS = DAY

/** The same while money for the quote may still come: long enough to ask about every address. */
const LIVE_FRESH_MS = 5 * MINUTE

type FoundUnpaid = LastAnswer & { found_unpaid_at: Date | null; quote_expires_at: Date }

/** Whether a recent lookup, made after the order was due, found this payment unpaid, and no later one saw money. */
export function isFoundUnpaid(payment: FoundUnpaid, due: number, now: number): boolean {
  const at = payment.found_unpaid_at?.getTime()
  if (at === undefined || isSeen(payment)) return false
  const isFinal = at >= firstJudgedAt(payment.quote_expires_at.getTime())
  return at >= Math.max(due, now - (isFinal ? STATUS_FRESH_MS : LIVE_FRESH_MS))
}

export type UnpaidOrderFacts = {
  minutes: number | "off"
  /** When the first quote for the rest was made after money came onto the order; null if there is none. */
  restAskedAt: number | null
  /** The end of the last quote among the order's payments, superseded ones too. */
  quotesEndAt: number
  /** A person closed money for it with a note, or sent some back. */
  handled: boolean
  /** Money arrived that is not on the order: it may still be, or a person may send it back. */
  undecided: boolean
  /** Money is on its way. */
  seen: boolean
  order: {
    placedAt: number
    /** Pending or a draft: neither canceled nor completed nor archived. */
    open: boolean
    /** Money was authorized, captured or booked, or credit was used. */
    partlyPaid: boolean
    /** Goods were packed, so a person works on the order. */
    packed: boolean
    isOwed: boolean
    /** A shopper placed it, and no payment was made on it. Sessions do not count, because anybody can replace them. */
    waits: boolean
    otherSessions: readonly OtherSession[]
  }
}

type Waiting = { action: "wait"; until: number }
type Kept = { action: "keep"; reason: UnpaidReason; until: number }

export type UnpaidOrderDecision =
  /** Look it up once more, then cancel. */
  | { action: "cancel"; due: number }
  | Waiting
  /** It is kept, which a person is told; look again then. */
  | Kept
  | { action: "leave" }

/**
 * Decides after the minutes since the order was placed, but not before 15 minutes after its last quote expires, which may
 * be at most a day later.
 */
export function judgeUnpaidOrder(facts: UnpaidOrderFacts, now: number): UnpaidOrderDecision {
  const { order, minutes } = facts
  if (facts.handled || !order.open || !order.isOwed || (order.packed && !order.partlyPaid)) return { action: "leave" }
  const after = minutes === "off" ? Infinity : minutes * MINUTE
  // The rest may be owed only since then, for example after an edit of a paid order.
  const over = Math.max(order.placedAt, facts.restAskedAt ?? 0) + after
  const due = Math.max(over, Math.min(firstJudgedAt(facts.quotesEndAt), over + LONGEST_EXTENSION_MS))
  if (now < due) return { action: "wait", until: Math.min(due, now + JUDGED_EVERY_MS) }
  if (order.partlyPaid) {
    const later = waitForOtherMoney(due, now)
    return facts.undecided || facts.seen ? later : { action: "keep", reason: "order_kept", until: later.until }
  }
  const mayBePaidLater = facts.undecided || order.otherSessions.some((one) => mayBePaid(one, now))
  if (mayBePaidLater || !order.waits) return waitForOtherMoney(due, now)
  return { action: "cancel", due }
}

/** Whether another provider's session holds money, or may receive money without a person. */
function mayBePaid({ byHand, status, openedAt }: OtherSession, now: number): boolean {
  switch (status) {
    case "canceled":
    case "error":
      return false
    case "pending":
    case "requires_more":
      return !byHand && now < openedAt + OTHER_SESSION_MS
    default:
      return true
  }
}

/** Money may be on its way: check again later, with backoff. */
export const waitForOtherMoney = (due: number, now: number): Waiting => againIn(JUDGED_EVERY_MS, due, now)

/** The present keys cannot ask about one of its addresses, so only a person can decide: check again later, with backoff. */
export const keepUnchecked = (due: number, now: number): Kept => ({
  action: "keep",
  reason: "order_unchecked",
  until: waitForOtherMoney(due, now).until,
})

/** The lookup failed, and an order is canceled only after an answer: check again later, with backoff. */
export const retryAfterFailure = (due: number, now: number): UnpaidOrderDecision => againIn(NEXT_TICK_MS, due, now)

/** This minute's lookups are used up: check again in 30 seconds. */
export const retryNextTick = (now: number): UnpaidOrderDecision => retryAfterFailure(now, now)

/** Backoff: an eighth of the time since the order was due, at least `atLeast` and at most a day. */
const againIn = (atLeast: number, due: number, now: number): Waiting => ({
  action: "wait",
  until: now + Math.min(Math.max((now - due) / 8, atLeast), DAY),
})
