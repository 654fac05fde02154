import {
  LANGUAGES,
  PAY_PAGE_LANGUAGES,
  type PayPageLanguage,
  type PayPageTextChanges,
  type PayPageTexts,
} from "../core/text/pay-page-texts"

/** What may say which language a shopper reads; the first that names one of ours decides. */
export type LanguageWishes = {
  /** `?lang=` of the page's address. */
  asked: unknown
  /** Of the order, where the store keeps one: a BCP 47 tag. */
  orderLocale: string | null | undefined
  acceptLanguage: string | undefined
}

const FALLBACK: PayPageLanguage = "en"

/** One of our languages for a BCP 47 tag: "de-AT" and "de_AT" are German. */
export function languageOf(tag: unknown): PayPageLanguage | undefined {
  const primary = typeof tag === "string" ? tag.trim().toLowerCase().split(/[-_]/)[0] : undefined
  return PAY_PAGE_LANGUAGES.find((language) => language === primary)
}

export function chooseLanguage({ asked, orderLocale, acceptLanguage }: LanguageWishes): PayPageLanguage {
  return languageOf(asked) ?? languageOf(orderLocale) ?? firstAccepted(acceptLanguage) ?? FALLBACK
}

/** RFC 9110, 12.5.4: tags with weights, of which 0 means "not this one". Of equal weights the first counts. */
function firstAccepted(header: string | undefined): PayPageLanguage | undefined {
  return (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag, ...parameters] = part.split(";")
      const weight = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1]).find(Boolean)
      return { language: languageOf(tag), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .sort((a, b) => b.weight - a.weight)[0]?.language
}

/** Our texts of a language, with the store's own in their place. */
export const textsOf = (language: PayPageLanguage, changes: PayPageTextChanges | undefined): PayPageTexts => ({
  ...LANGUAGES[language].texts,
  ...changes?.[language],
})

export const directionOf = (language: PayPageLanguage): "rtl" | "ltr" => LANGUAGES[language].direction ?? "ltr"

/** Fills `{name}` in a text; a name that nothing is given for stays as it is. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
