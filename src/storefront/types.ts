/**
 * What the store API says, in this part's own words: a storefront has nothing of the server installed. A unit test
 * holds them to the server's.
 */
export type CryptoPaymentStatus = "waiting" | "confirming" | "paid" | "expired"

export type CryptoPaymentView = {
  /** Medusa's id of the payment provider: of its options another asset may be chosen. */
  provider_id: string
  status: CryptoPaymentStatus
  confirmations: number
  /** BTC, LTC, DOGE, DASH, USDC or USDT. */
  asset: string
  chain: string
  /** Null once nothing may be paid to it. */
  address: string | null
  /** For a wallet, as a link and as a QR code. Null as the address. */
  uri: string | null
  /** The transaction that pays it from a browser wallet. Null for a coin, and unless it waits for its payment. */
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
  /** Price of one whole unit of the asset in the currency: a decimal. */
  rate: string
  /** ISO 8601. */
  quote_expires_at: string
  /** ISO 8601: the server's clock as it answered. */
  server_time: string
  /** Seconds after which to ask again; null: nothing can change. */
  next_poll_seconds: number | null
  order: null | { display_id: number }
  /** What was or is being paid, for the shopper to keep; null while nothing was sent. `time` is ISO 8601. */
  receipt: null | { address: string; explorer_url: string | null; time: string | null }
  /**
   * The money is there, but no order took it. Without an order the shopper must finish the checkout, or ask the shop; with
   * one a person of the shop decides.
   */
  unfinished: boolean
  /** ISO 8601, once all of the money was sent back. */
  sent_back_at: string | null
  test_mode: boolean
  /** A newer price took this one's place. */
  superseded: boolean
  /** The order was canceled: it must not be paid, not at a new price either. */
  canceled: boolean
  /** The order owes nothing: it was paid another way, or credited. */
  nothing_owed: boolean
  /** The store cannot take it at the moment, not at a new price either: the shopper must ask the shop. */
  unavailable: boolean
}

/** The data of a payment session, which Medusa types as a record of unknown values. */
export type CryptoSessionData = {
  session_id: string | null
  payment_id: string
  status: string
  asset: string
  chain: string
  /** Null, as the URI, once the order no longer owes the amount. */
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
  /** Medusa's id of the payment provider, to open a payment session with. */
  provider_id: string
  asset: string
  /** To be asked for with the asset; null where the asset has only one. */
  chain: string | null
  available: boolean
  /** ISO 8601, where it is out for the moment. */
  available_again_at: string | null
  test_mode: boolean
}

/** Nothing: the same asset again. */
export type CryptoPaymentChoice = { asset?: string; chain?: string | null }

export type RenewedCryptoPayment = { token: string; payment: CryptoPaymentView }
