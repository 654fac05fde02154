import { renderToString } from "react-dom/server"
import { CryptoPayment } from "../crypto-payment"

const client = {
  options: () => Promise.reject(new Error("asked while rendering")),
  payment: () => Promise.reject(new Error("asked while rendering")),
  renew: () => Promise.reject(new Error("asked while rendering")),
}

describe("the component on a server", () => {
  it("renders without a browser, asks nobody, and leaves language and direction to the page", () => {
    const markup = renderToString(<CryptoPayment client={client} token="a-token" className="own" />)
    expect(markup).toContain('<section class="crypto-payment own" aria-busy="true" data-status="loading">')
  })

  it("speaks the language of its labels", () => {
    const labels = { lang: "ar", dir: "rtl" } as const
    expect(renderToString(<CryptoPayment client={client} token="a-token" labels={labels} />)).toContain(
      'lang="ar" dir="rtl"',
    )
  })
})
