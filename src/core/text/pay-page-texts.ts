import { ar } from "./pay-page/ar"
import { de } from "./pay-page/de"
import { english, type PayPageTextName, type PayPageTexts } from "./pay-page/english"
import { es } from "./pay-page/es"
import { fr } from "./pay-page/fr"
import { it } from "./pay-page/it"
import { ja } from "./pay-page/ja"
import { nl } from "./pay-page/nl"
import { pl } from "./pay-page/pl"
import { pt } from "./pay-page/pt"
import { zh } from "./pay-page/zh"

export type { PayPageTextName, PayPageTexts }

type Language = { ownName: string; texts: PayPageTexts; direction?: "rtl" }

/** One entry per language. The storefront component needs a file of the same name in src/storefront/labels. */
const ENTRIES = {
  en: { ownName: "English", texts: english },
  de: { ownName: "Deutsch", texts: de },
  fr: { ownName: "Français", texts: fr },
  es: { ownName: "Español", texts: es },
  it: { ownName: "Italiano", texts: it },
  pt: { ownName: "Português", texts: pt },
  nl: { ownName: "Nederlands", texts: nl },
  pl: { ownName: "Polski", texts: pl },
  ja: { ownName: "日本語", texts: ja },
  zh: { ownName: "中文", texts: zh },
  ar: { ownName: "العربية", texts: ar, direction: "rtl" },
} as const satisfies Record<string, Language>

export type PayPageLanguage = keyof typeof ENTRIES
export const LANGUAGES: Readonly<Record<PayPageLanguage, Language>> = ENTRIES
export const PAY_PAGE_LANGUAGES = Object.keys(ENTRIES) as PayPageLanguage[]
export const PAY_PAGE_TEXTS = Object.keys(english) as PayPageTextName[]

/** Sources of the shopper's language; the first that names one of ours decides. */
export type LanguageOptions = {
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

export function chooseLanguage({ asked, orderLocale, accepted }: LanguageOptions): PayPageLanguage {
  return languageOf(asked) ?? languageOf(orderLocale) ?? languageOf(accepted([...PAY_PAGE_LANGUAGES])) ?? FALLBACK
}

export const textsOf = (language: PayPageLanguage): PayPageTexts => LANGUAGES[language].texts

export const directionOf = (language: PayPageLanguage): "rtl" | "ltr" => LANGUAGES[language].direction ?? "ltr"
