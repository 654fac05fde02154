import type { en } from "../core/text/pay-page/en.js"
import type { enBought } from "../core/text/pay-page/en-bought.js"
import type { enWallet } from "../core/text/pay-page/en-wallet.js"

/** Names of the component's texts, except those for browser wallets. */
export type CryptoPaymentLabelName = keyof typeof en

export type CryptoPaymentLabels = Record<
  CryptoPaymentLabelName | keyof typeof enBought | keyof typeof enWallet,
  string
> & {
  /** BCP 47 tag of the texts' language; the page's language by default. */
  lang?: string
  dir?: "ltr" | "rtl"
}
