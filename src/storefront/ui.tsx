"use client"
import { type ReactElement, type Ref, useEffect, useState } from "react"
import { networkName } from "../core/assets/registry.js"
import { en } from "../core/text/pay-page/en.js"
import { digitGroups, displayRate, fill } from "../pay-page/display.js"
import type { CryptoPaymentLabelName, CryptoPaymentLabels, CryptoPaymentView } from "./types.js"

type Text = [name: CryptoPaymentLabelName, values?: Readonly<Record<string, string | number>>]

/** Texts and formats that a shop can set. */
export type Words = {
  /** Replace the English texts. */
  labels?: Partial<CryptoPaymentLabels> | undefined
  /** Display names of networks, by the storefront API's `chain`. */
  networkNames?: Readonly<Record<string, string>> | undefined
  /** BCP 47 tag for amounts of money and dates; the browser's by default. */
  locale?: string | undefined
}

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
    /** An amount of an asset. A shop's text-transform or a translation would change what is shown, and what is copied. */
    crypto: ({ display, asset }: CryptoPaymentView["pay_amount"], ref?: Ref<HTMLElement>): ReactElement => (
      <bdi className={part("crypto")} dir="ltr" translate="no" style={{ textTransform: "none" }}>
        <span className={part("value")} ref={ref}>
          {digitGroups(display).map((digits, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups of digits never change their places
            <span key={at}>{digits}</span>
          ))}
        </span>{" "}
        {asset}
      </bdi>
    ),
    locale,
    labels,
  }
}

/** A module whose code is loaded after the first paint; undefined until then, and if it cannot be loaded. */
export function useLater<Module extends object>(load: () => Promise<Module>): Module | undefined {
  const [loaded, setLoaded] = useState<Module>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a module is loaded once
  useEffect(() => {
    load().then(setLoaded, () => undefined)
  }, [])
  return loaded
}

/** CSS classes from their names without the prefix. */
export const part = (names: string): string => names.replace(/\w+/g, "crypto-payment__$&")
