import { LANGUAGES, PAY_PAGE_LANGUAGES, type PayPageLanguage, type PayPageTexts } from "../core/text/pay-page-texts"

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

export const textsOf = (language: PayPageLanguage): PayPageTexts => LANGUAGES[language].texts

export const directionOf = (language: PayPageLanguage): "rtl" | "ltr" => LANGUAGES[language].direction ?? "ltr"
