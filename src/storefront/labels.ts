import type { en } from "../core/text/pay-page/en.js"

/** Every text of the component by name. */
export type CryptoPaymentLabelName = Exclude<keyof typeof en, "refreshes" | "language" | "tryAgain">

export type CryptoPaymentLabels = Record<CryptoPaymentLabelName, string> & {
  /** The language they are in (BCP 47); without it they are in the page's. */
  lang?: string
  dir?: "ltr" | "rtl"
}

/** Fills `{name}` in a text; a name that nothing is given for stays as it is. */
export const fill = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
