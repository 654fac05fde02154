/**
 * The store API's answers. They are declared again here because a storefront has no server code installed; a unit test
 * compares them with the server's types.
 */
export type CryptoPaymentStatus = "waiting" | "confirming" | "paid" | "expired"

/**
 * `waiting`; money on its way: `confirming`, `unclear`, `canceledSeen` (to a canceled order); money that arrived:
 * `arrived` (its order follows), `paid`, `part` (the order owes more), `twice` (the order was paid before), `held` (its
 * order did not take it), `unfinished` (no order), `canceledPaid`, `sentBack`; nothing to pay to now: `expired`,
 * `changed` (the order owes another amount), `replaced`, `closed` (open the payment step again), `canceled`,
 * `alreadyPaid`, `notNow` (ask the shop).
 */
export type CryptoPaymentState =
  | "waiting"
  | "confirming"
  | "unclear"
  | "canceledSeen"
  | "arrived"
  | "paid"
  | "part"
  | "twice"
  | "held"
  | "unfinished"
  | "canceledPaid"
  | "sentBack"
  | "expired"
  | "changed"
  | "replaced"
  | "closed"
  | "canceled"
  | "alreadyPaid"
  | "notNow"

export type CryptoPaymentView = {
  /** Medusa's id of the payment provider. Only assets of the same provider can be chosen instead. */
  provider_id: string
  status: CryptoPaymentStatus
  /** What happened to the money and the order, in one word. A later version of the server may have more words. */
  state: CryptoPaymentState
  /** With `confirming`: the shop cannot say yet whether this is paid. The shopper must not pay again. */
  unclear: boolean
  confirmations: number
  /** BTC, LTC, DOGE, DASH, USDC or USDT. */
  asset: string
  chain: string
  /** Null if nothing may be paid to it now. */
  address: string | null
  /** Payment URI for a link and a QR code. Null if `address` is. */
  uri: string | null
  /** The transaction that a browser wallet must send. Null for coins, and if the payment does not wait for money. */
  wallet: null | {
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
  /** `base` in the asset's smallest unit, `display` in whole units without separators. */
  pay_amount: { base: string; asset: string; decimals: number; display: string }
  /** `minor` in minor units of the currency, `display` in major units without separators. */
  amount: { minor: number; currency: string; display: string }
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
  /**
   * Paid, but no order took the money. If `order` is null, the shopper must finish the checkout or ask the shop; else
   * somebody at the shop decides.
   */
  unfinished: boolean
  /** ISO 8601: when the shop recorded that all of the money was sent back; else null. */
  paid_out_at: string | null
  /** The transactions that sent it back. */
  payout_transactions: { id: string; explorer_url: string | null }[]
  /**
   * What the order owes besides this payment, in the form of `amount`. Null before it is paid, if the order owes nothing
   * else, and if money of the order was sent back.
   */
  outstanding: null | { minor: number; currency: string; display: string }
  test_mode: boolean
  /** A newer price replaced this one. */
  superseded: boolean
  /** The order was canceled. The shopper must not pay, not at a new price either. */
  canceled: boolean
  /** The order owes nothing: it was paid another way, or credited. */
  nothing_owed: boolean
  /** The store cannot take this payment now, not at a new price either. The shopper must ask the shop. */
  unavailable: boolean
}

/** The `data` of a payment session, which Medusa types as `Record<string, unknown>`. */
export type CryptoSessionData = {
  session_id: string | null
  payment_id: string
  status: string
  asset: string
  chain: string
  /** Null, like `uri`, if nobody must pay to it: money is on its way or has arrived, or nobody owes the amount now. */
  address: string | null
  uri: string | null
  pay_amount: CryptoPaymentView["pay_amount"]
  /** `minor` in minor units of the currency. */
  amount: { minor: number; currency: string }
  rate: string
  /** ISO 8601. */
  quote_expires_at: string
  token: string
  pay_url: string
}

export type CryptoPaymentOption = {
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
}

/** An empty choice means the same asset again. */
export type CryptoPaymentChoice = { asset?: string; chain?: string | null }

export type RenewedCryptoPayment = { token: string; payment: CryptoPaymentView }
