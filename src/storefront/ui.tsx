"use client"
import type { ReactElement } from "react"
import { networkName } from "../core/assets/registry.js"
import { en } from "../core/text/pay-page/en.js"
import { type CryptoPaymentLabelName, type CryptoPaymentLabels, fill } from "./labels.js"

/** What every part of the component speaks with. */
export type Ui = {
  say: (name: CryptoPaymentLabelName, values?: Readonly<Record<string, string | number>>) => string
  /** Says it aloud, through the one polite region. */
  tell: (name: CryptoPaymentLabelName) => void
  network: (chain: string) => string
  /** The text in small print. */
  soft: (...text: Parameters<Ui["say"]>) => ReactElement
  locale: string | undefined
  labels: Partial<CryptoPaymentLabels>
}

/** A text as the shop has it, or in English. */
export const textOf = (labels: Partial<CryptoPaymentLabels>, name: CryptoPaymentLabelName): string =>
  labels[name] ?? en[name]

export function uiOf(
  labels: Partial<CryptoPaymentLabels>,
  tell: Ui["tell"],
  networkNames: Readonly<Record<string, string>> = {},
  locale?: string,
): Ui {
  const say: Ui["say"] = (name, values) => fill(textOf(labels, name), values)
  return {
    say,
    tell,
    network: (chain) => networkNames[chain] ?? networkName(chain),
    soft: (...text) => <p className={part("soft")}>{say(...text)}</p>,
    locale,
    labels,
  }
}

/** The classes of a part of the component, for its names. */
export const part = (names: string): string => names.replace(/\w+/g, "crypto-payment__$&")
