import jsQR from "jsqr"
import { createRef } from "react"
import { renderToString } from "react-dom/server"
import { Waiting } from "../parts/waiting"
import type { CryptoPaymentView } from "../types"
import { uiOf } from "../ui"
import { aPayment } from "./payment"

/** Width and height of a module of the code, in pixels. */
const PIXELS = 4

const shown = (changes: Partial<CryptoPaymentView>): string => {
  const ui = uiOf({}, () => undefined)
  const told = { token: "a-token", payment: aPayment({ asset: "BTC", ...changes }), at: Date.now() }
  return renderToString(<Waiting ui={ui} shown={told} renewButton={<b />} heading={createRef()} url="" />)
}

/** The text that a scanner reads from the code, and the number of light modules around it. */
function scanned(markup: string): { text: string | undefined; quietZone: number } {
  const [, start, size] = /viewBox="(-?\d+) -?\d+ (\d+) \d+"/.exec(markup)?.map(Number) ?? []
  const [quietZone, side] = [-(start as number), (size as number) * PIXELS]
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y] of markup.matchAll(/M(\d+) (\d+).5h1/g)) {
    for (let row = 0; row < PIXELS; row++) {
      const first = (((Number(y) + quietZone) * PIXELS + row) * side + (Number(x) + quietZone) * PIXELS) * 4
      for (let at = first; at < first + PIXELS * 4; at++) if (at % 4 !== 3) pixels[at] = 0
    }
  }
  return { text: jsQR(pixels, side, side)?.data, quietZone }
}

describe("the component while it waits for the payment", () => {
  it.each([
    "bitcoin:x",
    "bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx?amount=0.00039844",
    `bitcoin:x?label=Caf\u00e9 \u2615&message=${"aB3$".repeat(400)}`,
  ])("shows the URI as a QR code that scans to it, a margin of four modules, and an extra fee once: %#", (uri) => {
    const markup = shown({ uri })
    expect(markup).toMatch(/class="crypto-payment__qr".*Scan with a wallet on another device/)
    expect(scanned(markup)).toEqual({ text: uri, quietZone: 4 })
    expect(markup.split("The network fee is extra.")).toHaveLength(2)
  })

  it("shows only the QR code of the address, without a switch, when the URI is too long for a QR code", () => {
    const uri = `bitcoin:x?label=${"ع".repeat(1800)}`
    const markup = shown({ uri })
    expect(scanned(markup).text).toBe(aPayment().address)
    expect(markup).toMatch(/aria-label="QR code of the address only".*Enter the amount yourself/)
    expect(markup).not.toContain("aria-pressed")
    expect(markup).toContain(`href="${uri}"`)
    expect(markup).toContain("<span>25.513</span><span>204</span>")
  })

  it("hides amount, address and QR code once the time is over, even if the server still says waiting", () => {
    const markup = shown({ uri: "bitcoin:x", server_time: aPayment().quote_expires_at })
    expect(markup).toContain("0:00")
    expect(markup).not.toMatch(/crypto-payment__(?:copy|qr)|bitcoin:x|0x036C|25[.]513/)
  })

  const ADDRESSES = ["short", "twelve-chars", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"]
  it.each(ADDRESSES)("shows every character of the address %s exactly once", (address) => {
    const value = /crypto-payment__address.*?crypto-payment__value"[^>]*>(.*?)<\/bdi>/.exec(shown({ address }))?.[1]
    expect(value?.replace(/<[^>]*>/g, "")).toBe(address)
  })
})
