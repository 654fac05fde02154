import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { renderToString } from "react-dom/server"
import { CryptoPayment } from "../crypto-payment"

const client = {
  options: () => Promise.reject(new Error("asked while rendering")),
  payment: () => Promise.reject(new Error("asked while rendering")),
  renew: () => Promise.reject(new Error("asked while rendering")),
}

describe("the component in server rendering", () => {
  it("renders its loading state without a request, and sets no language or direction", () => {
    const markup = renderToString(<CryptoPayment client={client} token="a-token" className="own" />)
    expect(markup).toContain('<section class="crypto-payment own" aria-busy="true" data-status="loading">')
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

  it("sets the language and the direction of its labels", () => {
    const labels = { lang: "ar", dir: "rtl" } as const
    expect(renderToString(<CryptoPayment client={client} token="a-token" labels={labels} />)).toContain(
      'lang="ar" dir="rtl"',
    )
  })
})
