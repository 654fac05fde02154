import { useMemo } from "react"
import { type UseTranslationResponse, useTranslation } from "react-i18next"
import type { Actor, ConnectionView, CryptoView, FiatView } from "../../api/admin/crypto-payments/contract"
import { entryOf, type SettingField } from "../../core/connection/setting-fields"
import { attentionTitle } from "../../core/payment/attention-reasons"
import { failureOf, inLanguage, type Translate } from "./server"

/** Medusa names some languages without the dash of BCP 47 ("ptBR"); `Intl` takes only "pt-BR". */
export const languageTag = (code: string): string => code.replace(/^([a-z]{2})([A-Z]{2})$/, "$1-$2")

/** Money in the reader's language, with the server's decimals and the currency's code: "$25.50 USD". */
export function formatFiat({ display, currency }: FiatView, language: string): string {
  const decimals = display.split(".")[1]?.length ?? 0
  const code = currency.toUpperCase()
  const format = new Intl.NumberFormat(languageTag(language), {
    style: "currency",
    currency: code,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  // As text, because a number is exact only to 15 digits. ES2023 allows it, but TypeScript's ES2022 types do not.
  const written = format.format(display as unknown as number)
  return written.includes(code) ? written : `${written} ${code}`
}

export function connectionName(
  connections: readonly Pick<ConnectionView, "id" | "display_name">[],
  id: string,
): string {
  const nameOf = (one: (typeof connections)[number]) => one.display_name.value ?? one.id
  const own = connections.find((one) => one.id === id)
  const name = own ? nameOf(own) : id
  const isShared = connections.some((one) => one.id !== id && nameOf(one) === name)
  return isShared && name !== id ? `${name} (${id})` : name
}

type Languages = { language: string; hasResourceBundle: (language: string, namespace: string) => boolean }

/** The language of the shown texts. Amounts use it too, because another format would not fit into the sentence. */
export const textLanguage = (i18n: Languages): string =>
  i18n.hasResourceBundle(i18n.language, "cryptoPayments") ? i18n.language : "en"

const LEFT_TO_RIGHT = "\u200e"

/** English between Arabic or Hebrew. Without the marks, a number at its start and a stop at its end change sides. */
export const amongRightToLeft = (text: string): string =>
  text.replace(/^(?!\p{L})(?=.*\p{L})/su, LEFT_TO_RIGHT).replace(/(?<=\p{L}.*[^\p{L}\d])$/su, LEFT_TO_RIGHT)

/** "0.0025 BTC" */
export const cryptoText = ({ display, asset }: CryptoView): string => `${display} ${asset}`

type Translated = UseTranslationResponse<"cryptoPayments", undefined>["t"]

/** The function keeps its namespace, which `Trans` reads from it. */
export const withMarks = (t: Translated): Translated =>
  Object.assign((...asked: Parameters<Translated>) => amongRightToLeft(t(...asked)), t)

/** The plugin's texts, with formats for money, people and errors in the same language. */
export function useTexts() {
  const { t: own, i18n } = useTranslation("cryptoPayments")
  const { t: medusa } = useTranslation()
  const language = textLanguage(i18n)
  const isMixed = language === "en" && i18n.dir() === "rtl"
  const t = useMemo(() => (isMixed ? withMarks(own) : own), [isMixed, own])
  return {
    t,
    /** Medusa's groups of radio buttons and its selects run from left to right unless they are told. */
    dir: i18n.dir(),
    fiat: (amount: FiatView) => formatFiat(amount, language),
    nameOf: (actor: Actor | null) => actor?.name ?? actor?.email ?? t("payment.someone"),
    /** The server's message, which says what happened and what to do; if there is none, "could not be reached". */
    messageOf: (error: unknown) => {
      const { status, message } = failureOf(error)
      if (status === undefined || !message) return t("payments.failure.unreachable")
      // If a role may not do something, Medusa's own message is a single word.
      return status === 403 ? medusa("permissions.accessDenied.action") : inLanguage(t, message)
    },
  }
}

/** What happened, in a few words; `unknown` for a reason of a newer server. */
export const reasonTitle = (t: Translate, reason: string, unknown: string): string =>
  t(`attention.reasons.${reason}.title`, { defaultValue: attentionTitle(reason) ?? unknown })

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The words for a setting in the reader's language. What no language has is English from the setting's entry. */
export function useSettingWords() {
  const { t } = useTexts()
  return {
    labelOf: (field: string) =>
      t(`settings.fields.${field}.label`, { defaultValue: capitalized(field.replaceAll("_", " ")) }),
    hintOf: (field: SettingField) =>
      t(`settings.fields.${field}.hint`, {
        words: [entryOf(field).default].flat().join(", "),
        defaultValue: capitalized(entryOf(field).help.replaceAll("`", "")),
      }),
  }
}

/** What it means that unpaid orders are never canceled: if orders are placed when paid, nobody reserves stock unpaid. */
export const neverCanceled = (placement: "checkout" | "payment" | null): string =>
  `settings.checkout.${placement === "payment" ? "unpaidKept" : "unpaidOff"}`

const UNITS = [
  { unit: "year", seconds: 365 * 86_400 },
  { unit: "month", seconds: 30 * 86_400 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
] as const

/** Dates in a language of the admin, and in the reader's time zone. */
export function datesIn(language: string) {
  const tag = languageTag(language)
  const write = (date: string | Date, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, style).format(new Date(date))
  return {
    /** "Nov 22, 2026, 11:05 PM" */
    dateText: (date: string | Date) => write(date, { dateStyle: "medium", timeStyle: "short" }),
    /** "Nov 22, 2026" */
    dayText: (date: string | Date) => write(date, { dateStyle: "medium" }),
    /** "March 2026" of "2026-03". */
    monthText: (month: string) => write(month, { month: "long", year: "numeric", timeZone: "UTC" }),
    /** "3 hours ago", "in 2 minutes" or "now", in whole units. */
    agoText(date: string | Date, now = new Date()) {
      const seconds = Math.trunc((new Date(date).getTime() - now.getTime()) / 1000)
      const whole = UNITS.find((unit) => Math.abs(seconds) >= unit.seconds)
      const format = new Intl.RelativeTimeFormat(tag, { numeric: whole ? "always" : "auto" })
      return whole ? format.format(Math.trunc(seconds / whole.seconds), whole.unit) : format.format(seconds, "second")
    },
  }
}

export const useDates = () => datesIn(useTranslation().i18n.language)
