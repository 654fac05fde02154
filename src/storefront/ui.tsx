"use client"
import type { ReactElement } from "react"
import { networkName } from "../core/assets/registry.js"
import { en } from "../core/text/pay-page/en.js"
import { displayRate, fill } from "../pay-page/display.js"
import type { CryptoPaymentLabelName, CryptoPaymentLabels } from "./labels.js"
import type { CryptoPaymentView } from "./types.js"

type Text = [name: CryptoPaymentLabelName, values?: Readonly<Record<string, string | number>>]

/** Texts and formats that a shop can set. */
export type Words = {
  /** Replace the English texts. */
  labels?: Partial<CryptoPaymentLabels> | undefined
  /** Display names of networks, by the store API's `chain`. */
  networkNames?: Readonly<Record<string, string>> | undefined
  /** BCP 47 tag for amounts of money and dates; the browser's by default. */
  locale?: string | undefined
}

/** Texts and formats that all parts of the component use. */
export type Ui = ReturnType<typeof uiOf>

export function uiOf({ labels = {}, networkNames = {}, locale }: Words, tellText: (text: string) => void) {
  const say = (name: Text[0], values?: Text[1]): string => fill(labels[name] ?? en[name], values)
  const line = (className: string, ...text: Text): ReactElement => <p className={part(className)}>{say(...text)}</p>
  return {
    say,
    /** Announces the text in the component's polite live region. */
    tell: (...text: Text): void => tellText(say(...text)),
    /** A paragraph with the text and the class. */
    line,
    /** A paragraph in small print. */
    soft: (...text: Text): ReactElement => line("soft", ...text),
    network: (chain: string): string => networkNames[chain] ?? networkName(chain),
    /** The price of a whole unit, followed by `beside`. */
    rate: ({ asset, rate, amount }: CryptoPaymentView, beside: string | false): ReactElement => (
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
