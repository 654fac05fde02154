"use client"
import type { ReactElement } from "react"
import { networkName } from "../core/assets/registry.js"
import { en } from "../core/text/pay-page/en.js"
import { displayRate, fill } from "../pay-page/display.js"
import type { CryptoPaymentLabelName, CryptoPaymentLabels } from "./labels.js"
import type { CryptoPaymentView } from "./types.js"

type Text = [name: CryptoPaymentLabelName, values?: Readonly<Record<string, string | number>>]

/** Texts and formats that all parts of the component use. */
export type Ui = {
  say: (...text: Text) => string
  /** Announces the text in the component's polite live region. */
  tell: (...text: Text) => void
  network: (chain: string) => string
  /** A paragraph with the text and the class of `look`. */
  line: (look: string, ...text: Text) => ReactElement
  /** A paragraph in small print. */
  soft: (...text: Text) => ReactElement
  /** The price of a whole unit, followed by `beside`. */
  rate: (payment: CryptoPaymentView, beside: string | false) => ReactElement
  locale: string | undefined
  labels: Partial<CryptoPaymentLabels>
}

/** Texts and formats that a shop can set. */
export type Words = {
  /** Replace the English texts. */
  labels?: Partial<CryptoPaymentLabels> | undefined
  /** Display names of networks, by the store API's `chain`. */
  networkNames?: Readonly<Record<string, string>> | undefined
  /** BCP 47 tag for amounts of money and dates; the browser's by default. */
  locale?: string | undefined
}

export function uiOf({ labels = {}, networkNames = {}, locale }: Words, tellText: (text: string) => void): Ui {
  const say: Ui["say"] = (name, values) => fill(labels[name] ?? en[name], values)
  const line: Ui["line"] = (look, ...text) => <p className={part(look)}>{say(...text)}</p>
  return {
    say,
    tell: (...text) => tellText(say(...text)),
    line,
    soft: (...text) => line("soft", ...text),
    network: (chain) => networkNames[chain] ?? networkName(chain),
    rate: ({ asset, rate, amount }, beside) => (
      <p className={part("soft")}>
        <bdi dir="ltr">{say("rate", { asset, price: displayRate(rate, amount, locale) })}</bdi>
        {beside && ` · ${beside}`}
      </p>
    ),
    locale,
    labels,
  }
}

/** CSS classes from their names without the prefix. */
export const part = (names: string): string => names.replace(/\w+/g, "crypto-payment__$&")
