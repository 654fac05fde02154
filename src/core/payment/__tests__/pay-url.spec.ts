import { payUrl } from "../shopper-view"

describe("the address of the pay page", () => {
  it.each([
    ["https://shop.example.com", "https://shop.example.com/crypto-payments/t0k"],
    ["https://shop.example.com/", "https://shop.example.com/crypto-payments/t0k"],
    ["https://shop.example.com/medusa//", "https://shop.example.com/medusa/crypto-payments/t0k"],
    [undefined, "/crypto-payments/t0k"],
  ])("on %s is %s", (backendUrl, url) => {
    expect(payUrl("t0k", backendUrl)).toBe(url)
  })
})
