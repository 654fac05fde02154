import { readdirSync } from "node:fs"
import { join } from "node:path"
import { PAY_PAGE_LANGUAGES, PAY_PAGE_TEXTS } from "../../core/text/pay-page-texts"
import { fill } from "../../pay-page/display"
import type { CryptoPaymentLabels } from "../labels"

const labelsOf = (language: string): CryptoPaymentLabels => require(`../labels/${language}`).default
const english = labelsOf("en")
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

describe("the component's labels", () => {
  it("exist in every language of the pay page, and in no other", () => {
    const files = readdirSync(join(__dirname, "..", "labels")).map((name) => name.replace(/[.]ts$/, ""))
    expect(files.sort()).toEqual([...PAY_PAGE_LANGUAGES].sort())
  })

  it.each(PAY_PAGE_LANGUAGES)("are complete in %s, with the same placeholders and the text direction", (language) => {
    const { lang, dir, ...texts } = labelsOf(language)
    expect([lang, dir]).toEqual([language, language === "ar" ? "rtl" : "ltr"])
    expect(Object.keys(texts).sort()).toEqual([...PAY_PAGE_TEXTS].sort())
    for (const [name, text] of Object.entries(texts)) {
      expect(text).not.toBe("")
      expect([name, placeholders(text)]).toEqual([name, placeholders(english[name as "paid"])])
    }
  })

  it("are filled with the given values, and keep placeholders without a value", () => {
    expect(fill("{amount} {asset} on {network}", { amount: "1", asset: "BTC" })).toBe("1 BTC on {network}")
  })
})
