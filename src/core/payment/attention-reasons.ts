/** What a person can do about a payment or an event. The screens offer this, and the routes accept nothing else. */
export const POSSIBLE_ACTIONS = [
  "settle_onto_order",
  "try_again",
  "record_payout",
  "ask_address",
  "check",
  "close",
] as const
export type PossibleAction = (typeof POSSIBLE_ACTIONS)[number]

/** A reason why a person must act. Codes are stored and translated; without a translation the words are shown. */
type Reason = {
  title: string
  words: string
  /** Money that has not cleared, money that is not on an order yet, money that is on an order, or an event. */
  about: "unpaid_payment" | "unsettled_payment" | "settled_payment" | "event"
  /** The actions that can solve it, best first. A retry is none of them while only the shopper can change the facts. */
  helps: readonly PossibleAction[]
  /** Retried automatically, because a retry may succeed without a person. */
  retried?: boolean
  /** A retry cannot help, so `try_again` is offered only for money that is on an order already. */
  final?: boolean
  /** About an order that is not canceled, and not about money that the service sees. */
  ofOrder?: boolean
  /** The sweep holds the payment until its connection is registered again. */
  parked?: boolean
}

type Helps = Reason["helps"]
const SETTLE: Helps = ["settle_onto_order", "record_payout"]
const SETTLE_OR_RETRY: Helps = ["settle_onto_order", "try_again", "record_payout"]
const SEND_BACK: Helps = ["record_payout"]

type Words = [title: string, words: string, helps?: Helps]

const reasonAbout =
  <About extends Reason["about"]>(about: About, usual: Helps) =>
  (...[title, words, helps = usual]: Words) => ({ title, words, about, helps })

const undecided = reasonAbout("unsettled_payment", SETTLE)
const retried = (...words: Words) => ({ ...undecided(...words), retried: true })
const noLongerPayable = (title: string, words: string) => ({ ...undecided(title, words, SEND_BACK), final: true })
const parked = (title: string, words: string) => ({ ...undecided(title, words, []), parked: true })
const onOrder = reasonAbout("settled_payment", SEND_BACK)
const payoutDue = (...words: Words) => ({ ...onOrder(...words), final: true })
const onItsWay = reasonAbout("unpaid_payment", ["check"])
const notCleared = (...words: Words) => ({ ...onItsWay(...words), final: true })
const keptOrder = (title: string, words: string) => ({ ...notCleared(title, words, ["close"]), ofOrder: true })
const ofEvent = reasonAbout("event", ["try_again"])

const REASONS = {
  session_gone: retried(
    "Paid, but no order waits for this money",
    "The shopper paid, but changed or left the cart after the address was shown, so no order waits for this money. Ask the shopper to open the payment step again and place the order with the same total, which settles the payment automatically. Or send the money back and record the payout.",
  ),
  amount_differs: undecided(
    "Paid, but a different amount is owed now",
    "The shopper paid, but the order now owes less, or its amount or currency differs from the quote. Compare the amounts. Then change the order and try again, or send the money back and record the payout.",
    SETTLE_OR_RETRY,
  ),
  cart_total_differs: retried(
    "Paid, but the cart's total has changed",
    "The shopper paid, but the cart's total has changed since. If the total becomes the paid amount again, the payment settles automatically. Otherwise send the money back and record the payout.",
  ),
  another_session_open: retried(
    "Paid, but the same cart has another open payment",
    "The shopper paid, but the cart has another open payment session. Once that session is removed, this settles automatically. Or send the money back and record the payout.",
    SETTLE_OR_RETRY,
  ),
  cart_will_not_complete: retried(
    "Paid, but the cart cannot become an order",
    "The shopper paid, but the cart cannot be completed. Fix the cause that Medusa names, then try again. It is also retried automatically.",
    SETTLE_OR_RETRY,
  ),
  no_order: retried(
    "Paid, but there is no cart and no order",
    "The shopper paid, but there is neither a cart nor an order for this money: the cart was deleted. Send the money back and record the payout, or agree with the shopper and close this with a note.",
  ),
  collection_gone: undecided(
    "Paid, but its payment collection was deleted",
    "The shopper paid, but the payment collection was deleted in the admin before the money came. If the order still owes this amount, settle the money onto it; otherwise send it back and record the payout.",
  ),
  order_canceled: noLongerPayable(
    "Paid, but the order is canceled",
    "The order was canceled. Send the money back and record the payout.",
  ),
  order_paid_otherwise: undecided(
    "Paid, but the order no longer waits for it",
    "The order no longer waits for this payment: another payment or a credit covers it, or the shopper chose another way to pay. Send the money back and record the payout. Only if the order still owes this amount, settle the money onto it instead.",
  ),
  payout_due: payoutDue(
    "Order canceled, money to send back",
    "The order was canceled, or its draft was deleted, after it was paid. Send back what is left and record the payout.",
  ),
  order_overpaid: payoutDue(
    "More was paid than the order costs",
    "The order's total was lowered later, or it was also paid another way. Send the difference back and record the payout.",
  ),
  seen_not_cleared: notCleared(
    "Seen, but not cleared for a long time",
    "The service sees money that still has not cleared, so the shopper is not asked to pay again and the order keeps its stock. Look at the address in the block explorer, then check again. If the money was replaced or does not arrive, close this with a note: the order can then be paid anew, or canceled. If it arrived and you sent it back, record the payout. If it clears later, it settles automatically. If the amount or the network was wrong, ask the service what it received, and agree with the shopper what to do.",
  ),
  order_kept: keptOrder(
    "Kept, but not paid in full",
    "The order is still not paid in full and is not canceled, because a part was paid. It keeps its stock. Ask the shopper for the rest, or cancel the order and give back what was paid. To keep it as it is, close this with a note.",
  ),
  order_unchecked: keptOrder(
    "Kept, because an address cannot be checked",
    "The order was not paid in time and is not canceled, because one of its addresses was requested with another API key or base URL than the connection has now, and the service does not know it with the current ones. The order keeps its stock. Look in the merchant dashboard of the former account. If nothing was paid, cancel the order. If it was paid, restore the former keys and check again, which settles the payment. To keep the order as it is, close this with a note.",
  ),
  unknown_status: notCleared(
    "Unknown status word: paid or not?",
    "The service answers with a status word that this connection does not know, so nobody can say whether this is paid. The shopper is not asked to pay again and the order keeps its stock. Look at the payment in the merchant dashboard. If the word means paid, accept it on the connection's page; otherwise add it there to the words for seen (if any money came) or unpaid payments. It then continues automatically. Or close this with a note: the order can then be paid anew, or canceled. If the amount or the network was wrong, ask the service what it received, and agree with the shopper what to do.",
  ),
  partly_paid_out: undecided(
    "Partly sent back",
    "The shopper got back a part of this payment, so no order can take the rest. Send back the rest and record the payout, or close this with a note.",
    SEND_BACK,
  ),
  test_money: undecided(
    "Paid with test coins",
    "The shopper paid with test coins, which are worth nothing. The order or cart must be paid with real money, so it did not take them. Close this with a note.",
    ["close"],
  ),
  other_account: undecided(
    "Requested with other keys than the current ones",
    "The payment was requested with another API key or base URL than the connection has now, usually because the keys were changed. Check in the merchant dashboard that the money is there, then settle it onto the order, or send it back and record the payout. You can also restore the former keys and try again.",
  ),
  connection_gone: parked(
    "The connection is not registered",
    "Without the connection, the plugin can neither ask its service nor settle its payments. Register it in medusa-config again under the same id and restart Medusa. All waiting payments then continue within two minutes.",
  ),
  settling_failed: retried(
    "Paid, but not on the order yet",
    "The payment could not be settled because of a fault in the store. It is retried automatically. To settle it at once, fix the fault and try again.",
    ["try_again"],
  ),
  event_failed: ofEvent(
    "An event could not be processed",
    "The service reported a payment, but the event could not be processed because of a fault in the store. It is retried automatically. To process it at once, fix the fault and try again.",
  ),
  unknown_payment: ofEvent(
    "The service reported a payment unknown here",
    "This payment is not listed here. Compare with the merchant dashboard. If it belongs to another store, or you sent the money back, close this with a note. If it is listed here now, try again.",
    ["close"],
  ),
} satisfies Record<string, Reason>

export type AttentionReason = keyof typeof REASONS

export const ATTENTION_REASONS: Readonly<Record<AttentionReason, Reason>> = REASONS

type About<Subject> = {
  [Name in AttentionReason]: (typeof REASONS)[Name]["about"] extends Subject ? Name : never
}[AttentionReason]

/** Money was seen that does not clear or may have been sent, or its order is kept unpaid. The state does not change. */
export type UnpaidReason = About<"unpaid_payment">
/** Money of a settled payment must be sent back. */
export type PayoutReason = About<"settled_payment">
export type EventReason = About<"event">

const entries = Object.entries(ATTENTION_REASONS) as [AttentionReason, Reason][]

export const ATTENTION_WORDS = Object.fromEntries(entries.map(([reason, { words }]) => [reason, words])) as Readonly<
  Record<AttentionReason, string>
>

/** Instead of `partly_paid_out`, if the service never reported the payment as paid. */
export const PART_OF_UNCLEARED =
  "A part was sent back of money that the service never reported as paid, so nobody knows how much came. Look at the address in a block explorer. If more came, send that back and record it. Otherwise close this with a note."

/**
 * What happened and what to do, in English.
 * @param isUncleared the service never reported the payment as paid
 */
export function attentionWords(reason: string, isUncleared: boolean): string {
  if (isUncleared && reason === ("partly_paid_out" satisfies AttentionReason)) return PART_OF_UNCLEARED
  return ATTENTION_WORDS[reason as AttentionReason] ?? "A newer version of the plugin marked this. Update the plugin."
}

/** What happened, in a few words; null for a reason of a newer version. */
export const attentionTitle = (reason: string): string | null =>
  ATTENTION_REASONS[reason as AttentionReason]?.title ?? null

/** Whether a payment with this reason is due again, to be retried or to be parked. */
export const staysDue = (reason: AttentionReason): boolean => {
  const { retried = false, parked = false } = ATTENTION_REASONS[reason]
  return retried || parked
}

/** Whether a payment has this reason because of its order, so that it says nothing of the payment's own money. */
export const isAboutOrder = (reason: string | null): boolean => reason !== null && ORDER_REASONS.includes(reason)

export const ORDER_REASONS: readonly string[] = entries.flatMap(([reason, { ofOrder }]) => (ofOrder ? reason : []))

export const RETRIED_REASONS: ReadonlySet<AttentionReason> = new Set(
  entries.filter(([, { retried }]) => retried).map(([reason]) => reason),
)
