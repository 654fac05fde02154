"use client"
import type { ReactElement } from "react"
import { networkName } from "../core/assets/registry.js"
import { en } from "../core/text/pay-page/en.js"
import { displayRate, fill } from "../pay-page/display.js"
import type { CryptoPaymentLabelName, CryptoPaymentLabels } from "./labels.js"
import type { CryptoPaymentView } from "./types.js"

type Text = [name: CryptoPaymentLabelName, values?: Readonly<Record<string, string | number>>]

/** What every part of the component speaks with. */
export type Ui = {
  say: (...text: Text) => string
  /** Says it aloud, through the one polite region. */
  tell: (...text: Text) => void
  network: (chain: string) => string
  /** The text in a paragraph of that look. */
  line: (look: string, ...text: Text) => ReactElement
  /** The text in small print. */
  soft: (...text: Text) => ReactElement
  /** The price of a whole unit, and what is said beside it. */
  rate: (payment: CryptoPaymentView, beside: string | false) => ReactElement
  locale: string | undefined
  labels: Partial<CryptoPaymentLabels>
}

/** What the shop says of its words. */
export type Words = {
  /** Over the English ones. */
  labels?: Partial<CryptoPaymentLabels> | undefined
  /** What networks are called, by the store API's name. */
  networkNames?: Readonly<Record<string, string>> | undefined
  /** BCP 47, for amounts of money and dates; the browser's where none is given. */
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

/** The classes of a part of the component, for its names. */
export const part = (names: string): string => names.replace(/\w+/g, "crypto-payment__$&")
