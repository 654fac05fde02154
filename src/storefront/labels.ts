import type { en } from "../core/text/pay-page/en.js"
import type { enWallet } from "../core/text/pay-page/en-wallet.js"

/** What the component says, by name; paying from a browser wallet has texts besides. */
export type CryptoPaymentLabelName = keyof typeof en

export type CryptoPaymentLabels = Record<CryptoPaymentLabelName | keyof typeof enWallet, string> & {
  /** The language they are in (BCP 47); without it they are in the page's. */
  lang?: string
  dir?: "ltr" | "rtl"
}
