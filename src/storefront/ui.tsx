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
  soft: (name: CryptoPaymentLabelName) => ReactElement
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
    soft: (name) => <p className={part("soft")}>{say(name)}</p>,
    locale,
    labels,
  }
}

/** The class of a part of the component. */
export const part = (name: string): string => `crypto-payment__${name}`
