import { createRequire } from "node:module"
import { LANGUAGES, PAY_PAGE_BLANKS, PAY_PAGE_LANGUAGES, PAY_PAGE_TEXTS } from "../../core/text/pay-page-texts"
import { fill } from "../display"
import { chooseLanguage, type LanguageWishes, textsOf } from "../language"

/** The Express that Medusa serves with. */
const express = createRequire(require.resolve("@medusajs/framework"))("express")
const acceptedBy = (header?: string): LanguageWishes["accepted"] => {
  const request = Object.assign(Object.create(express.request), { headers: { "accept-language": header } })
  return (languages) => request.acceptsLanguages(languages)
}

const wishes = { asked: undefined, orderLocale: undefined }
const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

describe("the pay page's language", () => {
  it.each([
    ["the address's", { asked: "de", orderLocale: "fr-FR", acceptLanguage: "es" }, "de"],
    ["the order's", { orderLocale: "pt_BR", acceptLanguage: "es" }, "pt"],
    ["the browser's", { asked: "tlh", acceptLanguage: "tlh, zh-Hant-TW;q=0.8, en;q=0.5" }, "zh"],
    ["the browser's by weight", { acceptLanguage: "en;q=0.5,nl;q=0.9" }, "nl"],
    ["one the browser does not refuse", { acceptLanguage: "fr;q=0, ar;q=0.1" }, "ar"],
    ["English", { acceptLanguage: "*" }, "en"],
    ["English where the browser names none of ours", { acceptLanguage: "tlh" }, "en"],
    ["English where the browser says nothing", {}, "en"],
    ["English for nonsense", { asked: ["de", "fr"], orderLocale: "", acceptLanguage: ";;q=,,=" }, "en"],
  ])("is %s", (_, given, expected) => {
    const { acceptLanguage, ...others }: { acceptLanguage?: string; orderLocale?: string; asked?: unknown } = given
    expect(chooseLanguage({ ...wishes, ...others, accepted: acceptedBy(acceptLanguage) })).toBe(expected)
  })

  it.each(PAY_PAGE_LANGUAGES)("%s says everything, with the same things filled in", (language) => {
    expect(Object.keys(LANGUAGES[language].texts).sort()).toEqual([...PAY_PAGE_TEXTS].sort())
    for (const name of PAY_PAGE_TEXTS) {
      expect(LANGUAGES[language].texts[name].trim()).not.toBe("")
      const blanks = (PAY_PAGE_BLANKS[name] ?? []).map((blank) => `{${blank}}`)
      expect(placeholders(LANGUAGES[language].texts[name])).toEqual([...blanks].sort())
    }
    expect(LANGUAGES[language].ownName).toBeTruthy()
  })

  it("puts a store's own words in the place of ours, one by one", () => {
    const texts = textsOf("de", { de: { paid: "Geschafft" }, en: { paid: "Done" } })
    expect(texts.paid).toBe("Geschafft")
    expect(texts.expired).toBe(LANGUAGES.de.texts.expired)
  })

  it("fills in what it is given and nothing that the given says", () => {
    expect(fill("{a} on {b} {c}", { a: "{b}", b: 2 })).toBe("{b} on 2 {c}")
  })
})
