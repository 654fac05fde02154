import { readdirSync } from "node:fs"
import { join } from "node:path"
import { LANGUAGES, PAY_PAGE_LANGUAGES } from "../../core/text/pay-page-texts"
import type { CryptoPaymentLabels } from "../labels"

const labelsOf = (language: string): CryptoPaymentLabels => require(`../labels/${language}`).default

describe("the component's labels", () => {
  it("exist in every language of the pay page, and in no other", () => {
    const files = readdirSync(join(__dirname, "..", "labels")).map((name) => name.replace(/[.]ts$/, ""))
    expect(files.sort()).toEqual([...PAY_PAGE_LANGUAGES].sort())
  })

  it.each(PAY_PAGE_LANGUAGES)("are those of the pay page in %s, with the text direction", (language) => {
    const { lang, dir, ...texts } = labelsOf(language)
    expect([lang, dir]).toEqual([language, language === "ar" ? "rtl" : "ltr"])
    expect(texts).toEqual(LANGUAGES[language].texts)
  })
})
