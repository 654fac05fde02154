import type { Standing } from "../connection/account"
import type { FiatAmount } from "../money/units"
import type { AttentionReason } from "./attention-reasons"
import { isUnsettled, type PaymentState } from "./payment-life"

/**
 * What to do with money that arrived: one pure decision, from what Medusa holds now. Everything that
 * settles (an event, the sweep, a person) asks here, and only here.
 */

/** Closed by a person, or sent back in part: such money pays for nothing. */
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
