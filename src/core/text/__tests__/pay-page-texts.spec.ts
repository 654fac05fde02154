import { createRequire } from "node:module"
import { de } from "../pay-page/de"
import type { LanguageOptions } from "../pay-page-texts"
import { chooseLanguage, directionOf, LANGUAGES, PAY_PAGE_LANGUAGES, PAY_PAGE_TEXTS } from "../pay-page-texts"

/** The Express that Medusa serves with. */
const express = createRequire(require.resolve("@medusajs/framework"))("express")
const acceptedBy = (header?: string): LanguageOptions["accepted"] => {
  const request = Object.assign(Object.create(express.request), { headers: { "accept-language": header } })
  return (languages) => request.acceptsLanguages(languages)
}

const wishes = { asked: undefined, orderLocale: undefined }
const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

describe("the texts of the pay page", () => {
  const BLANKS = {
    ...{ payWith: ["asset"], order: ["number"], confirmations: ["count"], sentBack: ["date"] },
    ...{ partHint: ["amount"], payRest: ["amount"], backHint: ["amount", "asset"] },
    ...{ qrLabel: ["amount", "asset"], sendOnly: ["asset", "network"], rate: ["asset", "price"] },
    ...{ moreItems: ["count"], assetOnNetwork: ["asset", "network"], walletBalance: ["asset", "network"] },
    ...{ walletChain: ["network"], walletFailed: ["coin"], walletOpen: ["wallet"], cryptoSaves: ["amount"] },
  }

  it("have exactly the expected placeholders", () => {
    const found = Object.entries(LANGUAGES.en.texts).map(
      ([name, text]) => [name, [...text.matchAll(/\{(\w+)\}/g)].map(([, blank]) => blank)] as const,
    )
    expect(Object.fromEntries(found.filter(([, blanks]) => blanks.length > 0))).toEqual(BLANKS)
  })

  it("contain no informal words in German", () => {
    const familiar = /\b(du|dich|dir|dein\w*|euch|euer\w*|sende|zahle|prüfe|frag|frage|gehe?|hole?|wähle|versuche?)\b/i
    expect(Object.values(de).filter((text) => familiar.test(text))).toEqual([])
  })
})

describe("the pay page's language", () => {
  it.each([
    ["the one in the page's address", { asked: "de", orderLocale: "fr-FR", acceptLanguage: "es" }, "de"],
    ["the one in the page's address in any case", { asked: " ES-mx ", orderLocale: "fr-FR" }, "es"],
    ["the one of the order", { orderLocale: "pt_BR", acceptLanguage: "es" }, "pt"],
    ["the browser's first supported one", { asked: "tlh", acceptLanguage: "tlh, zh-Hant-TW;q=0.8, en;q=0.5" }, "zh"],
    ["the one with the browser's highest weight", { acceptLanguage: "en;q=0.5,nl;q=0.9" }, "nl"],
    ["one that the browser does not refuse", { acceptLanguage: "fr;q=0, ar;q=0.1" }, "ar"],
    ["English if the browser accepts any", { acceptLanguage: "*" }, "en"],
    ["English if the browser names no supported language", { acceptLanguage: "tlh" }, "en"],
    ["English if the browser names no language", {}, "en"],
    ["English for invalid values", { asked: ["de", "fr"], orderLocale: "", acceptLanguage: ";;q=,,=" }, "en"],
  ])("is %s", (_, given, expected) => {
    const { acceptLanguage, ...others }: { acceptLanguage?: string; orderLocale?: string; asked?: unknown } = given
    expect(chooseLanguage({ ...wishes, ...others, accepted: acceptedBy(acceptLanguage) })).toBe(expected)
  })

  it.each(PAY_PAGE_LANGUAGES)("%s has every text, with the expected placeholders", (language) => {
    expect(Object.keys(LANGUAGES[language].texts).sort()).toEqual([...PAY_PAGE_TEXTS].sort())
    for (const name of PAY_PAGE_TEXTS) {
      expect(LANGUAGES[language].texts[name].trim()).not.toBe("")
      expect(placeholders(LANGUAGES[language].texts[name])).toEqual(placeholders(LANGUAGES.en.texts[name]))
    }
    expect(LANGUAGES[language].ownName).toBeTruthy()
  })

  it("is written from right to left only in Arabic", () => {
    expect(PAY_PAGE_LANGUAGES.filter((language) => directionOf(language) === "rtl")).toEqual(["ar"])
    expect(directionOf("en")).toBe("ltr")
  })
})
