import type { Standing } from "../connection/account"
import type { FiatAmount } from "../money/units"
import { isUnsettled, type PaymentState } from "./payment-life"

/**
 * What to do with money that arrived: one pure decision, from what Medusa holds now. Everything that
 * settles (an event, the sweep, a person) asks here, and only here.
 */

/** Why a person must look. Stable: stored, filtered by, and translated to words in `ATTENTION_WORDS`. */
export const ATTENTION_WORDS = {
  session_gone:
    "The shopper paid, but the cart was changed or left after the address was shown, so no order waits for this money. Ask the shopper to complete the checkout with the same total, which settles it by itself, or send the money back and record the payout.",
  amount_differs:
    "The shopper paid, but less is owed by now, or another amount or currency is asked for than the one that was quoted. Compare the two, then change the order and try again, or send the money back and record the payout.",
  cart_total_differs:
    "The shopper paid, but the cart's total has changed since. Once the total is what was paid again, it is settled by itself; else send the money back and record the payout.",
  another_session_open:
    "The shopper paid, but the cart has another payment session open as well. Remove the other one, then try again.",
  cart_will_not_complete:
    "The shopper paid, but the cart cannot be completed. Mend what the reason names, then try again; it is also tried again by itself.",
  no_order:
    "The shopper paid, but there is neither a cart nor an order for this money: the cart was deleted. Send the money back and record the payout, or settle it with the shopper and close this with a note.",
  order_canceled: "The shopper paid after the order was canceled. Send the money back and record the payout.",
  order_paid_otherwise:
    "The order owes nothing any more: it was paid or credited another way. Send this money back and record the payout.",
  payout_due:
    "The order was canceled after it was paid. The money is still in your wallet: send it back and record the payout.",
  order_overpaid:
    "The order came to less after it was paid, or was paid another way as well. Send the difference back and record the payout.",
  partly_sent_back:
    "The shopper paid, and a part of it was sent back, so no order can take what is left. Send back the rest and record it, or close this with a note.",
  test_money:
    "The shopper paid with test coins. They are worth nothing, and the order or cart must be paid with real money, so no order took them. Close this with a note.",
  other_account:
    "The shopper paid a request that was made with another API key or base URL than the connection has now, most often because the keys were changed meanwhile. Check in the merchant dashboard that the money is there, then settle it onto the order, or send it back and record the payout. With the former keys back, it can be tried again.",
  connection_gone:
    "The connection is not registered in medusa-config, so its service cannot be asked and no order can take its money. Register it again under the same id and restart Medusa: everything that waits is taken up within two minutes.",
  settling_failed:
    "The payment could not be put onto the order because of a fault in the store. It is tried again by itself; once the fault is mended, try again to see it settled at once.",
  event_failed:
    "The service reported a payment, and the event could not be worked on because of a fault in the store. It is tried again by itself; once the fault is mended, try again to see it done at once.",
  unknown_payment:
    "The service reported a payment that this store never asked for. Compare with the merchant dashboard: if it belongs to another store, close this with a note; if its payment is here by now, try again.",
} as const

export type AttentionReason = keyof typeof ATTENTION_WORDS

/** Reasons that may clear without a person: what is missing can be mended, so it is tried again by itself. */
export const RETRIED_REASONS: ReadonlySet<AttentionReason> = new Set([
  "session_gone",
  "no_order",
  "cart_will_not_complete",
  "cart_total_differs",
  "another_session_open",
  "settling_failed",
])

/** Put aside by a person, or sent back in part: such money pays for nothing any more. */
export const wentBack = (payment: { status: PaymentState; attention_reason: string | null }): boolean =>
  payment.status === "closed" || payment.attention_reason === ("partly_sent_back" satisfies AttentionReason)

export type SettlementFacts = {
  payment: {
    state: PaymentState
    amount: FiatAmount
    /** A part of it was sent back before any order had it: the whole of it can be put on none any more. */
    partlySentBack?: boolean
    /** How the account that asked for it stands to the connection's present one: see account.ts. */
    account?: Standing
  }
  /** Medusa holds a capture that was made with this payment, whatever became of its session. */
  captured: boolean
  /** The session this money belongs to, or null where none is left. */
  session: null | {
    /** Null where Medusa's amount cannot be expressed in the currency's minor units. */
    amount: FiatAmount | null
  }
  /** Another payment of the same collection is authorized or captured, and was not refunded. */
  paidOtherwise: boolean
  /** Open sessions of other providers in the collection, which completing a cart could pick. */
  otherOpenSessions: number
  /** Open sessions of this connection that came of opening the payment step twice at once; nothing was paid on them. */
  spareSessions: number
  /** Null where there is none, or where an order took its place. */
  cart: null | { total: FiatAmount | null }
  order: null | {
    canceled: boolean
    /** What is still to be paid without this money; null where nothing is. */
    owes: FiatAmount | null
  }
}

export type Settlement =
  | { action: "done" }
  | { action: "mark_settled" }
  | { action: "capture" }
  | { action: "complete_cart" }
  | { action: "fit_session" }
  | { action: "drop_spare_sessions" }
  | { action: "attention"; reason: AttentionReason }

const same = (a: FiatAmount, b: FiatAmount | null): boolean =>
  b !== null && a.minor === b.minor && a.currency === b.currency

/** The one decision about money that arrived: with an order, what it owes now decides (design: "what the order owes"). */
export function decideSettlement(facts: SettlementFacts): Settlement {
  const { payment, session, cart, order } = facts
  if (!isUnsettled(payment.state)) return { action: "done" }

  if (facts.captured && order) return { action: "mark_settled" }
  if (payment.account && payment.account !== "same") return attention(payment.account)
  if (payment.partlySentBack) return attention("partly_sent_back")
  if (order) return onOrder(facts, order)
  if (!cart) return attention("no_order")
  if (facts.paidOtherwise) return attention("order_paid_otherwise")
  if (!session) return attention("session_gone")
  if (!same(payment.amount, session.amount)) return attention("amount_differs")
  if (facts.spareSessions > 0) return { action: "drop_spare_sessions" }
  if (facts.otherOpenSessions > 0) return attention("another_session_open")
  if (!same(payment.amount, cart.total)) return attention("cart_total_differs")
  return { action: "complete_cart" }
}

/** An order takes no more than it owes. What it owes beyond this money stays payable through another session. */
function onOrder({ payment, session }: SettlementFacts, { canceled, owes }: NonNullable<SettlementFacts["order"]>) {
  if (canceled) return attention("order_canceled")
  if (owes === null) return attention("order_paid_otherwise")
  if (!covers(owes, payment.amount)) return attention("amount_differs")
  // Medusa captures a session's own amount, so the session must be for exactly this money.
  return { action: session && same(payment.amount, session.amount) ? "capture" : "fit_session" } as const
}

const attention = (reason: AttentionReason): Settlement => ({ action: "attention", reason })

/** Whether what is owed takes the whole of an amount. */
export const covers = (owes: FiatAmount | null, amount: FiatAmount): boolean =>
  owes !== null && owes.currency === amount.currency && owes.minor >= amount.minor
