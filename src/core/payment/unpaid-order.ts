/**
 * When an unpaid order is canceled automatically. Canceling cannot be undone, so any hint of money prevents it. All times
 * in unix milliseconds.
 */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The service may take this long to see what is sent in a quote's last moments. */
const AFTER_QUOTE_MS = 15 * MINUTE

/** A waiting order is checked at least this often, so a changed setting takes effect. */
const JUDGED_EVERY_MS = 15 * MINUTE

const NEXT_TICK_MS = 30_000

/** Another provider's session may be paid this late: bank debits stay `pending` for up to two weeks. */
const OTHER_SESSION_MS = 14 * DAY

/**
 * Status words that can only mean "nothing was paid", without separators. Any other word may stand for money on its way;
 * services also use "pending" and "failed" for money that was seen.
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

/** Whether a lookup says beyond doubt that nothing was sent to the address. */
export const saysUnpaid = (seen: { word: string | null; confirmations: number }): boolean =>
  seen.confirmations === 0 && UNPAID_WORDS.has((seen.word ?? "").toLowerCase().replaceAll(/[\s_-]/g, ""))

/** A payment session of another provider on one of the order's payment collections. */
export type OtherSession = {
  /** Of Medusa's manual provider, which takes no money. */
  byHand: boolean
  /** Medusa's word. */
  status: string
  openedAt: number
}

/** When an order is first checked. Orders are placed only on a valid quote, so without one by then the cart was left. */
export const firstJudgedAt = (quoteExpiresAt: number): number => quoteExpiresAt + AFTER_QUOTE_MS

/** How long a lookup of one address counts while the order's other addresses are looked up. */
const WORD_COUNTS_MS = DAY

/** Whether a lookup after the order was due, and not long ago, found this payment unpaid. */
export const isFoundUnpaid = (
  payment: { foundUnpaidAt: number | null; word: string | null; confirmations: number },
  due: number,
  now: number,
): boolean =>
  payment.foundUnpaidAt !== null && payment.foundUnpaidAt >= Math.max(due, now - WORD_COUNTS_MS) && saysUnpaid(payment)

export type UnpaidOrderFacts = {
  /** The setting of the payment's connection. */
  minutes: number | "off"
  /** The end of the last quote among the order's payments, superseded ones too. */
  quotesEndAt: number
  /** The service reported money for one of them. */
  paid: boolean
  order: {
    placedAt: number
    /** Pending or a draft: neither canceled nor completed nor archived. */
    open: boolean
    /** Money was authorized, captured or booked, credit was used, or goods were packed. */
    paidOrPacked: boolean
    owes: boolean
    /** A shopper placed it, and no payment was made on it. Its sessions do not count: anybody can replace them. */
    waits: boolean
    otherSessions: readonly OtherSession[]
  }
}

export type UnpaidOrderDecision =
  /** Look it up once more, then cancel. */
  { action: "cancel"; due: number } | { action: "wait"; until: number } | { action: "leave" }

/** The minutes count from when the order reserved its stock; a later quote still expires first, plus a quarter of an hour. */
export function judgeUnpaidOrder(facts: UnpaidOrderFacts, now: number): UnpaidOrderDecision {
  const { order, minutes } = facts
  if (facts.paid || !order.open || order.paidOrPacked || !order.owes) return { action: "leave" }
  const after = minutes === "off" ? Infinity : minutes * MINUTE
  const due = Math.max(order.placedAt + after, firstJudgedAt(facts.quotesEndAt))
  if (now < due) return { action: "wait", until: Math.min(due, now + JUDGED_EVERY_MS) }
  if (!order.waits || order.otherSessions.some((one) => mayBePaid(one, now))) return heldBack(due, now)
  return { action: "cancel", due }
}

/** Whether another provider's session is money, or may become money without a person. */
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

/** Something hints at money: check again in a while. */
export const heldBack = (due: number, now: number): UnpaidOrderDecision => againIn(JUDGED_EVERY_MS, due, now)

/** The service could not be asked. Only an answer cancels. */
export const notNow = (due: number, now: number): UnpaidOrderDecision => againIn(NEXT_TICK_MS, due, now)

/** This minute's lookups are used up. */
export const nextTick = (now: number): UnpaidOrderDecision => notNow(now, now)

/** Backs off: after an eighth of the time that the order has been due, and after a day at most. */
const againIn = (atLeast: number, due: number, now: number): UnpaidOrderDecision => ({
  action: "wait",
  until: now + Math.min(Math.max((now - due) / 8, atLeast), DAY),
})
