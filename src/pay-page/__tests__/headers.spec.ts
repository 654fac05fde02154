import { logoHeaders, payPageHeaders } from "../headers"

describe("the pay page's headers", () => {
  it("let nobody frame the page where no origin is named", () => {
    const headers = payPageHeaders("abc", [], { images: false })
    expect(headers["Content-Security-Policy"]).toBe(
      "default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers["X-Frame-Options"]).toBe("DENY")
  })

  it("let in images of this server, and of nobody else, where the store has a logo", () => {
    const headers = payPageHeaders("abc", [], { images: true })
    expect(headers["Content-Security-Policy"]).toContain("default-src 'none'; ")
    expect(headers["Content-Security-Policy"]).toContain("; img-src 'self'; ")
  })

  it("keep a logo that is opened as a page of its own from running or loading anything", () => {
    const headers = logoHeaders("image/svg+xml")
    expect(headers["Content-Security-Policy"]).toMatch(/^default-src 'none';.* sandbox$/)
    expect(headers["Content-Security-Policy"]).not.toContain("script")
    expect(headers["Cache-Control"]).toContain("immutable")
  })

  it("let the named origins frame it, which X-Frame-Options has no words for", () => {
    const headers = payPageHeaders("abc", ["https://shop.example.com", "https://*.example.org"], { images: false })
    expect(headers["Content-Security-Policy"]).toMatch(
      /frame-ancestors https:\/\/shop.example.com https:\/\/\*.example.org$/,
    )
    expect(headers).not.toHaveProperty("X-Frame-Options")
  })
})
