import { logoHeaders, payPageHeaders } from "../respond"

describe("the pay page's headers", () => {
  it("forbid all framing of the page without a configured origin, and allow files as images only if the store has a logo", () => {
    const [plain, withLogo] = [false, true].map((images) => payPageHeaders("abc", [], { images }))
    const policy =
      "default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    expect(plain).toMatchObject({ "Content-Security-Policy": policy, "X-Frame-Options": "DENY" })
    expect(withLogo?.["Content-Security-Policy"]).toMatch(/^default-src 'none'; .*; img-src data: 'self'; /)
  })

  it("prevent a logo that is opened directly from running or loading anything, and let browsers cache it", () => {
    const headers = logoHeaders("image/svg+xml")
    expect(headers["Content-Security-Policy"]).toMatch(/^default-src 'none';.* sandbox$/)
    expect(headers["Content-Security-Policy"]).not.toContain("script")
    expect(headers["Cache-Control"]).toContain("immutable")
  })
})
