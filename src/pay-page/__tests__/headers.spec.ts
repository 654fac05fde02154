import { payPageHeaders } from "../headers"

describe("the pay page's headers", () => {
  it("let nobody frame the page where no origin is named", () => {
    const headers = payPageHeaders("abc", [])
    expect(headers["Content-Security-Policy"]).toBe(
      "default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers["X-Frame-Options"]).toBe("DENY")
  })

  it("let the named origins frame it, which X-Frame-Options has no words for", () => {
    const headers = payPageHeaders("abc", ["https://shop.example.com", "https://*.example.org"])
    expect(headers["Content-Security-Policy"]).toMatch(
      /frame-ancestors https:\/\/shop.example.com https:\/\/\*.example.org$/,
    )
    expect(headers).not.toHaveProperty("X-Frame-Options")
  })
})
