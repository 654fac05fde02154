/**
 * What the server tells the holder of a payment's token. The storefront's package has these types too, so this file
 * imports nothing.
 */

export type ShopperAmount = { minor: number; currency: string; display: string }

export type AssetAmount = { base: string; asset: string; decimals: number; display: string }

/** The `data` of a payment session, which Medusa types as `Record<string, unknown>`. */
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
 * What happened to the money and the order. Only `waiting` has an address; of the states without money, `expired`,
 * `changed` and `replaced` offer a new price.
 */
export type ShopperState =
  | "waiting"
  /** Money is on its way. */
  | "confirming"
  /** The shop cannot say yet whether this is paid. The shopper must not pay again. */
  | "unclear"
  /** Money is on its way to a canceled order. */
  | "canceledSeen"
  /** The money arrived, and is being put on its order. */
  | "arrived"
  | "paid"
  /** The order took the money and owes more, which `renew` asks for: see `outstanding`. */
  | "part"
  /** The order was paid before this money came. Somebody at the shop decides. */
  | "twice"
  /** The order did not take the money. Somebody at the shop decides. */
  | "held"
  /** No order has the money: the shopper must finish the checkout, or ask the shop. */
  | "unfinished"
  | "canceledPaid"
  | "sentBack"
  | "expired"
  /** The order owes another amount now. */
  | "changed"
  /** Another payment of the checkout is shown now: continue with the answer's `token`. */
  | "replaced"
  /** The cart changed: open the payment step again. */
  | "closed"
  | "canceled"
  /** The order owes nothing: it was paid another way, or credited. */
  | "alreadyPaid"
  /** The store cannot take this payment now, not at a new price either. The shopper must ask the shop. */
  | "notNow"

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
  /** The transaction that a browser wallet must send. Null for coins, and if the payment does not wait for money. */
  wallet: WalletPayment | null
  /** `base` in the asset's smallest unit, `display` in whole units without separators, at least cents for USDC and USDT. */
  pay_amount: AssetAmount
  /** `minor` in minor units of the currency, `display` in major units without separators. */
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
  paid_out_at: string | null
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
