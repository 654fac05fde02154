import { createRef } from "react"
import { renderToString } from "react-dom/server"
import { Waiting } from "../parts/waiting"
import { uiOf } from "../ui"
import { aPayment } from "./payment"

const shown = (uri: string): string => {
  const ui = uiOf({}, () => undefined)
  const payment = aPayment({ asset: "BTC", uri })
  return renderToString(<Waiting ui={ui} payment={payment} left={600} renewButton={<b />} heading={createRef()} />)
}

describe("the component while the quote lives", () => {
  it("shows the URI as a code to scan", () => {
    expect(shown("bitcoin:x")).toMatch(/class="crypto-payment__qr".*Scan with your wallet/)
  })

  it("leaves out the code, and nothing else, when no code can hold the URI", () => {
    const uri = `bitcoin:x?label=${"ع".repeat(1800)}`
    const markup = shown(uri)
    expect(markup).not.toMatch(/crypto-payment__(qr|scan)|Scan with your wallet/)
    expect(markup).toContain(`href="${uri}"`)
    expect(markup).toContain("25.513204")
  })
})
