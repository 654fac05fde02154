import type { AssetAmount, ShopperAmount, ShopperView } from "../core/payment/shopper-answer.js"

export type {
  Bought as CryptoPaymentBought,
  ShopperState as CryptoPaymentState,
  ShopperStatus as CryptoPaymentStatus,
  ShopperView as CryptoPaymentView,
} from "../core/payment/shopper-answer.js"

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
  pay_amount: AssetAmount
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
  /**
   * What every cart saves that is paid through the connection; null for nothing, or if it depends on the cart.
   * `percentage` is "5" for 5 %.
   */
  discount: null | { percentage: string; amount: null } | { percentage: null; amount: ShopperAmount }
}

/** An empty choice means the same asset again. */
export type CryptoPaymentChoice = { asset?: string; chain?: string | null }

export type RenewedCryptoPayment = { token: string; payment: ShopperView }
