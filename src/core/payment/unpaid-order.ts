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

/** A waiting order is judged anew at least this often, so that a changed setting takes hold. */
const JUDGED_EVERY_MS = 15 * MINUTE

/** A look that failed or was not granted is repeated by the next tick. */
const NEXT_TICK_MS = 30_000

/**
 * How long a session that another provider opened may still turn out to be paid. The slowest, bank debits, take up to
 * two weeks, and Medusa's session says `pending` all that time.
 */
const OTHER_SESSION_MS = 14 * DAY

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

/** A payment session of another provider on one of the order's payment collections. */
export type OtherSession = {
  /** Of Medusa's own provider for what is paid by hand: it takes no money, so only a person authorizes it. */
  byHand: boolean
  /** Medusa's word. */
  status: string
  openedAt: number
}

/**
 * When to find out first whether an order waits for a payment. An order is placed on a living quote only, so where there
 * is none by then, the cart was left. No order is canceled before.
 */
export const firstJudgedAt = (quoteExpiresAt: number): number => quoteExpiresAt + AFTER_QUOTE_MS

/** As long as the service's word on one address counts while the others of its order are looked at. */
const WORD_COUNTS_MS = DAY

/**
 * Whether a last look found this payment unpaid: since its order was due, lately, and with nothing that casts a doubt on
 * it since.
 */
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
  /** The service said of one of them that its money arrived, whatever became of it. */
  paid: boolean
  order: {
    placedAt: number
    /** Pending or a draft: neither canceled nor completed nor archived. */
    open: boolean
    /** Money was authorized, captured or booked by whatever means, credit was used, or goods were packed. */
    paidOrPacked: boolean
    /** Something is left to pay. */
    owes: boolean
    /**
     * A shopper placed it at checkout, and no payment was ever made on it. What its payment sessions say does not
     * count: anybody who has the id of its payment collection can replace them.
     */
    waits: boolean
    otherSessions: readonly OtherSession[]
  }
}

export type UnpaidOrderDecision =
  /** It is due since then: look at the service once more, then cancel. */
  | { action: "cancel"; due: number }
  /** Judge it again then. */
  | { action: "wait"; until: number }
  /** Never by itself. */
  | { action: "leave" }

/**
 * Judges an order by what Medusa and our rows hold. The minutes count from the placing of the order, since that is
 * when its stock was reserved; a quote that was renewed later still runs out first, and a quarter of an hour more.
 */
export function judgeUnpaidOrder(facts: UnpaidOrderFacts, now: number): UnpaidOrderDecision {
  const { order, minutes } = facts
  if (facts.paid || !order.open || order.paidOrPacked || !order.owes) return { action: "leave" }
  const after = minutes === "off" ? Infinity : minutes * MINUTE
  const due = Math.max(order.placedAt + after, firstJudgedAt(facts.quotesEndAt))
  if (now < due) return { action: "wait", until: Math.min(due, now + JUDGED_EVERY_MS) }
  if (!order.waits || order.otherSessions.some((one) => mayBePaid(one, now))) return heldBack(due, now)
  return { action: "cancel", due }
}

/** Whether a session that another provider opened may be money, or may become it without a person. */
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

/** Something hints at money, or is not ours to judge: again in a while. */
export const heldBack = (due: number, now: number): UnpaidOrderDecision => againIn(JUDGED_EVERY_MS, due, now)

/** The service could not be asked: again at the next tick. Only an answer cancels, however long it takes to come. */
export const notNow = (due: number, now: number): UnpaidOrderDecision => againIn(NEXT_TICK_MS, due, now)

/** There is more to ask than a minute's look-ups: it goes on at the next tick. */
export const nextTick = (now: number): UnpaidOrderDecision => notNow(now, now)

/** Ever more seldom: in an eighth of the time that the order has been due for, and in a day at the most. */
const againIn = (atLeast: number, due: number, now: number): UnpaidOrderDecision => ({
  action: "wait",
  until: now + Math.min(Math.max((now - due) / 8, atLeast), DAY),
})
