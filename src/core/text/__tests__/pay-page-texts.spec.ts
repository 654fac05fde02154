import { frameOrigins, storefrontUrl } from "../../connection/setting-schemas"
import { de } from "../pay-page/de"
import { LANGUAGES } from "../pay-page-texts"

describe("the texts of the pay page", () => {
  const BLANKS = {
    ...{ payWith: ["asset"], order: ["number"], confirmations: ["count"], sentBack: ["date"], partHint: ["amount"] },
    ...{ qrLabel: ["amount", "asset"], sendOnly: ["asset", "network"], rate: ["asset", "price"] },
    ...{ assetOnNetwork: ["asset", "network"], walletBalance: ["asset", "network"] },
    ...{ walletChain: ["network"], walletFailed: ["coin"] },
  }

  it("have exactly the expected placeholders", () => {
    const found = Object.entries(LANGUAGES.en.texts).map(
      ([name, text]) => [name, [...text.matchAll(/\{(\w+)\}/g)].map(([, blank]) => blank)] as const,
    )
    expect(Object.fromEntries(found.filter(([, blanks]) => blanks.length > 0))).toEqual(BLANKS)
  })

  it("contain no informal words in German", () => {
    const familiar = /\b(du|dich|dir|dein\w*|euch|euer\w*|sende|zahle|prüfe|frag|frage|gehe?|hole?|wähle|versuche?)\b/i
    expect(Object.values(de).filter((text) => familiar.test(text))).toEqual([])
  })
})

describe("the URL settings of the shop", () => {
  it.each(["http://localhost:8000", "https://shop.example.com/de"])("accept %s as URL", (url) => {
    expect(storefrontUrl.safeParse(url).success).toBe(true)
  })

  it.each(["shop.example.com", "xhttps://shop.example.com", "httpsx://shop.example.com"])("refuse %s as URL", (url) => {
    const { error } = storefrontUrl.safeParse(url)
    expect(error?.issues[0]?.message).toBe("is not an address such as https://shop.example.com")
  })

  it.each([
    ["http://localhost:8000", true],
    ["https://*.shop.example.com", true],
    ["HTTPS://Shop.Example.com:1", true],
    ["xhttps://shop.example.com", false],
    ["'self' https://shop.example.com", false],
    ["https://shop.example.com/x", false],
    ["https://a b", false],
  ])("accept or refuse %s as frame origin: %s", (origin, accepted) => {
    expect(frameOrigins.safeParse([origin]).success).toBe(accepted)
  })
})
