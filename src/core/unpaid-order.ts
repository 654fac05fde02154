/**
 * When an order that nothing was paid for is canceled by itself. Canceling frees the stock and cannot be
 * taken back, so whatever hints at money holds it back. All times in unix milliseconds.
 */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * What is sent in a quote's last moments may take this long to be seen by the service. For as long, an address is
 * watched as closely as a living quote.
 */
const AFTER_QUOTE_MS = 15 * MINUTE

/** Medusa needs a moment between authorizing a session and linking the order. */
const PLACING_MS = 10 * MINUTE

/** A waiting order is judged anew at least this often, so that a changed setting takes hold. */
const JUDGED_EVERY_MS = 15 * MINUTE

/** A look that failed or was not granted is repeated by the next tick. */
const NEXT_TICK_MS = 30_000

/**
 * Status words that say that nothing was paid, without what stands between their parts. The service documents its
 * first word and no other unpaid one. An unknown word never counts as paid, but here it may stand for money on its
 * way ("confirming", "detected", "underpaid"), so only words that can mean nothing else let an order be canceled.
 * That leaves out "pending" and "failed", which services also use for money that was seen.
 */
const UNPAID_WORDS: ReadonlySet<string> = new Set([
  "awaitingpayment",
  "expired",
  "quoteexpired",
  "paymentexpired",
  "timeout",
  "timedout",
  "canceled",
  "cancelled",
  "unpaid",
])

/** Whether a look-up's answer says, beyond doubt, that nothing was sent to the address. */
export const saysUnpaid = (seen: { word: string | null; confirmations: number }): boolean =>
  seen.confirmations === 0 && UNPAID_WORDS.has((seen.word ?? "").toLowerCase().replaceAll(/[\s_-]/g, ""))

export type UnpaidOrderFacts = {
  /** The setting of the payment's connection. */
  minutes: number
  watchDays: number
  /** The end of the last quote among the order's payments, superseded ones too. */
  quotesEndAt: number
  /** The service said of one of them that its money arrived, whatever became of it. */
  paid: boolean
  /** Null where no order was placed for the payment. */
  order: null | {
    placedAt: number
    /** Pending, no draft, neither canceled nor completed nor archived. */
    open: boolean
    /** Money was authorized, captured or booked by whatever means, credit was used, or goods were packed. */
    paidOrPacked: boolean
    /** A session of this connection waits for its money. */
    waits: boolean
    /** Sessions of other providers that may still be paid. */
    otherOpenSessions: number
  }
}

export type UnpaidOrderDecision =
  /** Its time has come: look at the service once more, then cancel. */
  | { action: "cancel" }
  /** Judge it again then. */
  | { action: "wait"; until: number }
  /** Never by itself. */
  | { action: "leave" }

/**
 * Judges an order by what Medusa and our rows hold. The minutes count from the placing of the order, since that is
 * when its stock was reserved; a quote that was renewed later still runs out first, and a quarter of an hour more.
 */
export function judgeUnpaidOrder(facts: UnpaidOrderFacts, now: number): UnpaidOrderDecision {
  const { order, quotesEndAt } = facts
  if (facts.paid) return { action: "leave" }
  if (!order) {
    // An order is placed on a living quote only, so a cart that was left behind is done with soon after it.
    return now < quotesEndAt + PLACING_MS ? { action: "wait", until: quotesEndAt + PLACING_MS } : { action: "leave" }
  }
  if (!order.open || order.paidOrPacked) return { action: "leave" }
  const due = Math.max(order.placedAt + facts.minutes * MINUTE, quotesEndAt + AFTER_QUOTE_MS)
  if (now < due) return { action: "wait", until: Math.min(due, now + JUDGED_EVERY_MS) }
  // Nobody looks at its addresses any more: a person has seen it by now and let it stand.
  if (now > Math.max(quotesEndAt + facts.watchDays * DAY, due + DAY)) return { action: "leave" }
  if (!order.waits || order.otherOpenSessions > 0) return heldBack(now)
  return { action: "cancel" }
}

/** Something hints at money, or is not ours to judge: again in a while. */
export const heldBack = (now: number): UnpaidOrderDecision => ({ action: "wait", until: now + JUDGED_EVERY_MS })

/** The service could not be asked: again at the next tick. */
export const notNow = (now: number): UnpaidOrderDecision => ({ action: "wait", until: now + NEXT_TICK_MS })

/** How long ago an unpaid order may have been due and still be judged: beyond, it is left alone anyway. */
export const judgedFor = (minutes: number, watchDays: number): number => watchDays * DAY + minutes * MINUTE + 2 * DAY
