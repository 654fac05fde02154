import {
  PAY_PAGE_LANGUAGES,
  type PayPageLanguage,
  type PayPageTextChanges,
  type PayPageTexts,
} from "../core/text/pay-page-texts"
import { TEXTS } from "./texts"

/** Sources of the shopper's language; the first that names one of ours decides. */
export type LanguageWishes = {
  /** `?lang=` in the page's address. */
  asked: unknown
  /** BCP 47 tag of the order, if the store keeps one. */
  orderLocale: string | null | undefined
  /** Express's `req.acceptsLanguages`, which reads Accept-Language. */
  accepted: (languages: string[]) => string | false
}

const FALLBACK: PayPageLanguage = "en"

/** One of our languages for a BCP 47 tag: "de-AT" and "de_AT" are German. */
export function languageOf(tag: unknown): PayPageLanguage | undefined {
  const primary = typeof tag === "string" ? tag.trim().toLowerCase().split(/[-_]/)[0] : undefined
  return PAY_PAGE_LANGUAGES.find((language) => language === primary)
}

export function chooseLanguage({ asked, orderLocale, accepted }: LanguageWishes): PayPageLanguage {
  return languageOf(asked) ?? languageOf(orderLocale) ?? languageOf(accepted([...PAY_PAGE_LANGUAGES])) ?? FALLBACK
}

/** Our texts in a language; the store's own texts replace ours one by one. */
export const textsOf = (language: PayPageLanguage, changes: PayPageTextChanges | undefined): PayPageTexts => ({
  ...TEXTS[language],
  ...changes?.[language],
})

export const directionOf = (language: PayPageLanguage): "rtl" | "ltr" => (language === "ar" ? "rtl" : "ltr")

/** Fills `{name}` in a text; a name without a value stays as it is. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** Each language's name in that language, for shoppers who cannot read the page's. */
export const OWN_NAMES: Record<PayPageLanguage, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  it: "Italiano",
  pt: "Português",
  nl: "Nederlands",
  pl: "Polski",
  ja: "日本語",
  zh: "中文",
  ar: "العربية",
}
