/**
 * What the server tells the holder of a payment's token. The storefront's package has these types too, so this file
 * imports nothing.
 */

export type ShopperAmount = { minor: number; currency: string; display: string }

export type AssetAmount = { base: string; asset: string; decimals: number; display: string }

/** A payment session's `data`, which Medusa types as `Record<string, unknown>`. `payment_id` is the service's id. */
export type ShopperSession = {
  session_id: string | null
  payment_id: string
  status: string
  asset: string
  chain: string
  /** Null, like `uri`, if nobody must pay to it: money is on its way or has arrived, or nobody owes the amount now. */
  address: string | null
  uri: string | null
  pay_amount: AssetAmount
  /** `minor` in minor units of the currency. */
  amount: { minor: number; currency: string }
  rate: string
  /** ISO 8601. */
  quote_expires_at: string
  token: string
  pay_url: string
}

/** One way to pay that a store offers, and whether it is available now. */
export type ShopperOption = {
  connection_id: string
  /** Medusa's id of the payment provider, for opening a payment session. */
  provider_id: string
  asset: string
  /** Send it with the asset; null if the asset has only one network. */
  chain: string | null
  available: boolean
  /** ISO 8601; null if it is available. */
  available_again_at: string | null
  test_mode: boolean
  /** What every cart saves that is paid through the connection; null for nothing, or if it depends on the cart. */
  discount: Discount | null
}

/** What paying in crypto saves. `percentage` is "5" for 5 %. */
export type Discount = { percentage: string; amount: null } | { percentage: null; amount: ShopperAmount }

/** A token payment in the form that a browser wallet takes. */
export type WalletPayment = {
  /** For `wallet_addEthereumChain` (EIP-3085). */
  chain: {
    chainId: string
    chainName: string
    nativeCurrency: { name: string; symbol: string; decimals: number }
    rpcUrls: string[]
    blockExplorerUrls: string[]
  }
  /** For `eth_sendTransaction`, which also needs `from`. */
  call: { to: string; data: string; value: string }
}

export type ShopperStatus = "waiting" | "confirming" | "paid" | "expired"

/**
 * Each state with its step and what to do next, which the pay page takes from here. The heading's text has the state's
 * name, and its hint, if it has one, the name with `Hint`.
 */
export const SHOPPER_STATES = {
  waiting: { step: 0, next: "pay" },
  /** Money is on its way. */
  confirming: { step: 1, next: "wait" },
  /** The shop cannot say yet whether this is paid. The shopper must not pay again. */
  unclear: { step: null, next: "shop" },
  /** Money is on its way to a canceled order. */
  canceledSeen: { step: 1, next: "shop" },
  /** The money arrived, and is being put on its order. */
  arrived: { step: 2, next: "wait" },
  paid: { step: 3, next: "none" },
  /** The order took the money and owes more, which `renew` asks for: see `outstanding`. */
  part: { step: 2, next: "rest" },
  /** The order was paid before this money came. Somebody at the shop decides. */
  twice: { step: 2, next: "shop" },
  /** The order did not take the money. Somebody at the shop decides. */
  held: { step: 2, next: "shop" },
  /** No order has the money: the shopper must finish the checkout, or ask the shop. */
  unfinished: { step: 2, next: "shop" },
  canceledPaid: { step: 2, next: "shop" },
  sentBack: { step: null, next: "none" },
  expired: { step: null, next: "price" },
  /** The order owes another amount now. */
  changed: { step: null, next: "price" },
  /** Another payment of the checkout is shown now: continue with the answer's `token`. */
  replaced: { step: null, next: "price" },
  /** The cart changed: open the payment step again. */
  closed: { step: null, next: "shop" },
  canceled: { step: null, next: "none" },
  /** The order owes nothing: it was paid another way, or credited. */
  alreadyPaid: { step: null, next: "none" },
  /** The store cannot take this payment now, not at a new price either. The shopper must ask the shop. */
  notNow: { step: null, next: "shop" },
} as const satisfies Record<
  string,
  { step: 0 | 1 | 2 | 3 | null; next: "pay" | "wait" | "shop" | "price" | "rest" | "none" }
>

/**
 * What happened to the money and the order. Only `waiting` has an address; of the states without money, `expired`,
 * `changed` and `replaced` offer a new price.
 */
export type ShopperState = keyof typeof SHOPPER_STATES

export type ShopperView = {
  /** Medusa's id of the payment provider. Only assets of the same provider can be chosen instead. */
  provider_id: string
  status: ShopperStatus
  /** What happened to the money and the order, in one word. A later version of the server may have more words. */
  state: ShopperState
  confirmations: number
  /** BTC, LTC, DOGE, DASH, USDC or USDT. */
  asset: string
  chain: string
  /** Null if nothing may be paid to it now. */
  address: string | null
  /** Payment URI for a link and a QR code. Null if `address` is. */
  uri: string | null
  /** The transaction for a browser wallet to send. Null for coins, unknown test networks and if no money is awaited. */
  wallet: WalletPayment | null
  /** `base` in the asset's smallest unit, `display` in whole units without separators, at least cents for USDC and USDT. */
  pay_amount: AssetAmount
  /**
   * `minor` in minor units of the currency, `display` in major units without separators. In the state `changed` it is what
   * a new quote asks for, while `pay_amount` and `rate` stay those of the former one.
   */
  amount: ShopperAmount
  /** Price of one whole unit of the asset in the currency, as a decimal. */
  rate: string
  /** ISO 8601. */
  quote_expires_at: string
  /** ISO 8601: the server's time when it answered. */
  server_time: string
  /** Seconds after which to ask again; null if nothing can change. */
  next_poll_seconds: number | null
  order: null | { display_id: number }
  /** What was paid or is being confirmed; null before that. `time` is ISO 8601. */
  receipt: null | { address: string; explorer_url: string | null; time: string | null }
  /** ISO 8601: when the shopper entered where the money goes back to; null before that, and once it is on its order. */
  goes_back_at: string | null
  /** ISO 8601: when the shop recorded that all of the money was sent back; else null. */
  sent_back_at: string | null
  /** What the shop sent back so far, oldest first. `at` is ISO 8601; `explorer_url` is null if there is no explorer. */
  payouts: {
    amount: ShopperAmount
    sent: AssetAmount
    at: string
    transaction: { id: string; explorer_url: string | null }
  }[]
  /**
   * What the order owes besides this payment. Null before it is paid, if the order owes nothing else, and if money of the
   * order was sent back.
   */
  outstanding: ShopperAmount | null
  test_mode: boolean
}

/** What a payment is for: items + delivery − discount − credit, + tax unless included, = total. A part that is zero is null. */
export type Bought = {
  items: { title: string; quantity: number; amount: ShopperAmount }[]
  delivery: ShopperAmount | null
  /** To subtract, like `credit`, which is gift cards and store credit. */
  discount: ShopperAmount | null
  credit: ShopperAmount | null
  tax: ShopperAmount | null
  /** The other amounts include the tax; otherwise it is added to them. */
  tax_included: boolean
  total: ShopperAmount
}

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
  /** Its collection, session or cart is gone, or the cart costs another amount or its region lacks the provider. */
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
