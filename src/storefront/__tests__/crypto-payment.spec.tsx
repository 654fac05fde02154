import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { renderToString } from "react-dom/server"
import { LANGUAGES, PAY_PAGE_LANGUAGES } from "../../core/text/pay-page-texts"
import { CryptoPayment } from "../crypto-payment"
import type { CryptoPaymentLabels } from "../types"

const refuse = () => Promise.reject(new Error("asked while rendering"))
const client = { options: refuse, payment: refuse, bought: refuse, renew: refuse, payUrl: () => "" }

describe("the component in server rendering", () => {
  it("renders its loading state without a request, with the language and direction of given labels only", () => {
    const markup = renderToString(<CryptoPayment client={client} token="a-token" className="own" />)
    expect(markup).toContain('<section class="crypto-payment own" aria-busy="true" data-status="loading">')
    const labels = { lang: "ar", dir: "rtl" } as const
    const own = renderToString(<CryptoPayment client={client} token="a-token" labels={labels} />)
    expect(own).toContain('lang="ar" dir="rtl"')
  })

  it("has the directive 'use client' in every file that uses React", () => {
    const root = join(__dirname, "..")
    const ofReact = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => /[.]tsx?$/.test(name) && !name.includes("__tests__"))
      .map((name) => [name, readFileSync(join(root, name), "utf8")] as const)
      .filter(([name, text]) => name.endsWith(".tsx") || /from "react"/.test(text))
    expect(ofReact.length).toBeGreaterThan(5)
    for (const [name, text] of ofReact) expect([name, text.startsWith('"use client"\n')]).toEqual([name, true])
  })
})

describe("the component's labels", () => {
  it("exist in every language of the pay page, and in no other", () => {
    const files = readdirSync(join(__dirname, "..", "labels")).map((name) => name.replace(/[.]ts$/, ""))
    expect(files.sort()).toEqual([...PAY_PAGE_LANGUAGES].sort())
  })

  it.each(PAY_PAGE_LANGUAGES)("are those of the pay page in %s, with the text direction", (language) => {
    const { lang, dir, ...texts }: CryptoPaymentLabels = require(`../labels/${language}`).default
    expect([lang, dir]).toEqual([language, language === "ar" ? "rtl" : "ltr"])
    expect(texts).toEqual(LANGUAGES[language].texts)
  })
})
