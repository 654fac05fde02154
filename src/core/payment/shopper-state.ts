import type { ShopperState, ShopperStatus } from "./shopper-answer"

/**
 * What happened to a payment's money and its order, in one word: page, component and titles take the heading, the steps
 * and what to do next from it. The heading's text has the word's name, and its hint the name with `Hint`.
 */
export const SHOPPER_STATES = {
  waiting: { step: 0, next: "pay" },
  confirming: { step: 1, next: "wait" },
  unclear: { step: null, next: "shop" },
  canceledSeen: { step: 1, next: "shop" },
  arrived: { step: 2, next: "wait" },
  paid: { step: 3, next: "none" },
  part: { step: 2, next: "rest" },
  twice: { step: 2, next: "shop" },
  held: { step: 2, next: "shop" },
  unfinished: { step: 2, next: "shop" },
  canceledPaid: { step: 2, next: "shop" },
  sentBack: { step: null, next: "none" },
  expired: { step: null, next: "price" },
  changed: { step: null, next: "price" },
  replaced: { step: null, next: "price" },
  closed: { step: null, next: "shop" },
  canceled: { step: null, next: "none" },
  alreadyPaid: { step: null, next: "none" },
  notNow: { step: null, next: "shop" },
} as const satisfies Record<
  ShopperState,
  { step: 0 | 1 | 2 | 3 | null; next: "pay" | "wait" | "shop" | "price" | "rest" | "none" }
>

export type ShopperFacts = {
  status: ShopperStatus
  /** Money may be on its way, and the service's word is unknown: it may be paid, or of a wrong amount. */
  unclear: boolean
  /** Confirmations show that money was sent. */
  isSent: boolean
  hasOrder: boolean
  /** The money arrived, and no order took it. */
  unfinished: boolean
  /** Money that no order takes any more: closed by a person, going back, or partly sent back. */
  noLongerPays: boolean
  /** It is being settled, so that its order has it in a moment or does not take it. */
  unsettled: boolean
  /** The order was paid another way before. */
  twice: boolean
  /** All of the money was sent back. */
  sentBack: boolean
  /** The order owes more than this payment. */
  owesMore: boolean
  canceled: boolean
  nothingOwed: boolean
  /** The connection cannot ask for this money: it is gone, not set up, or has test keys for a live order. */
  asksNothing: boolean
  /** Another payment of the same checkout is shown now, or was paid. */
  replaced: boolean
  /** The payment collection was deleted, or its open cart is gone or costs another amount. */
  stepGone: boolean
  /** A quote now asks for another amount of the order. */
  changed: boolean
}

export function shopperState(facts: ShopperFacts): ShopperState {
  switch (facts.status) {
    case "waiting":
      return "waiting"
    case "confirming":
      if (facts.canceled) return facts.unclear && !facts.isSent ? "canceled" : "canceledSeen"
      return facts.unclear ? "unclear" : "confirming"
    case "paid":
      return afterMoney(facts)
    case "expired":
      return withoutMoney(facts)
  }
}

function afterMoney(facts: ShopperFacts): ShopperState {
  const { hasOrder, noLongerPays } = facts
  if (facts.sentBack) return "sentBack"
  if (facts.canceled) return "canceledPaid"
  if (facts.unfinished && !hasOrder) return noLongerPays ? "held" : "unfinished"
  if (facts.unfinished) return facts.twice ? "twice" : "held"
  if (facts.owesMore) return "part"
  return hasOrder && !facts.unsettled ? "paid" : "arrived"
}

function withoutMoney(facts: ShopperFacts): ShopperState {
  if (facts.canceled) return "canceled"
  if (facts.nothingOwed) return "alreadyPaid"
  if (facts.asksNothing) return "notNow"
  if (facts.replaced) return "replaced"
  // Only the shop can open the payment step of a placed order again.
  if (facts.stepGone) return facts.hasOrder ? "notNow" : "closed"
  return facts.changed ? "changed" : "expired"
}
