import type { ShopperView } from "../core/payment/shopper-answer.js"
import type { en } from "../core/text/pay-page/en.js"
import type { enLater } from "../core/text/pay-page/en-later.js"
import type { enWallet } from "../core/text/pay-page/en-wallet.js"

export type {
  Bought as CryptoPaymentBought,
  ShopperOption as CryptoPaymentOption,
  ShopperSession as CryptoSessionData,
  ShopperState as CryptoPaymentState,
  ShopperStatus as CryptoPaymentStatus,
  ShopperView as CryptoPaymentView,
} from "../core/payment/shopper-answer.js"

/** An empty choice means the same asset again. */
export type CryptoPaymentChoice = { asset?: string; chain?: string | null }

export type RenewedCryptoPayment = { token: string; payment: ShopperView }

/** Names of the texts that the component has from the start. */
export type CryptoPaymentLabelName = keyof typeof en

export type CryptoPaymentLabels = Record<
  CryptoPaymentLabelName | keyof typeof enLater | keyof typeof enWallet,
  string
> & {
  /** BCP 47 tag of the texts' language; the page's language by default. */
  lang?: string
  dir?: "ltr" | "rtl"
}
