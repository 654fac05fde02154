import { createRef } from "react"
import { renderToString } from "react-dom/server"
import { Waiting } from "../parts/waiting"
import type { CryptoPaymentView } from "../types"
import { uiOf } from "../ui"
import { aPayment } from "./payment"

const shown = (changes: Partial<CryptoPaymentView>): string => {
  const ui = uiOf({}, () => undefined)
  const payment = aPayment({ asset: "BTC", ...changes })
  const told = { token: "a-token", payment, at: Date.now() }
  return renderToString(<Waiting ui={ui} shown={told} renewButton={<b />} heading={createRef()} />)
}

describe("the component while the quote lives", () => {
  it("shows the URI as a code to scan", () => {
    expect(shown({ uri: "bitcoin:x" })).toMatch(/class="crypto-payment__qr".*Scan with your wallet/)
  })

  it("leaves out the code, and nothing else, when no code can hold the URI", () => {
    const uri = `bitcoin:x?label=${"ع".repeat(1800)}`
    const markup = shown({ uri })
    expect(markup).not.toContain("crypto-payment__qr")
    expect(markup).toContain(`href="${uri}"`)
    expect(markup).toContain("25.513204")
  })

  it("says once that the network fee comes on top", () => {
    expect(shown({ uri: "bitcoin:x" }).split("The network fee comes on top.")).toHaveLength(2)
  })

  it.each(["short", "twelve-chars", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"])(
    "shows all of the address %s, and each letter once",
    (address) => {
      const value = /crypto-payment__address.*?crypto-payment__value">(.*?)<\/span>/.exec(shown({ address }))?.[1]
      expect(value?.replace(/<[^>]*>/g, "")).toBe(address)
    },
  )
})
