import { frameOrigins, payPageTexts, storefrontUrl } from "../../connection/setting-schemas"
import { de } from "../pay-page/de"
import {
  blanksOf,
  LANGUAGES,
  PAY_PAGE_LANGUAGES,
  PAY_PAGE_TEXTS,
  type PayPageTextName,
  problemOfText,
} from "../pay-page-texts"

describe("the texts of the pay page", () => {
  const BLANKS = {
    payWith: ["asset"],
    order: ["number"],
    confirmations: ["count"],
    sentBack: ["date"],
    qrLabel: ["amount", "asset"],
    sendOnly: ["asset", "network"],
    partHint: ["amount"],
    rate: ["asset", "price"],
    assetOnNetwork: ["asset", "network"],
    walletChain: ["network"],
    walletBalance: ["asset", "network"],
    walletFailed: ["coin"],
  }

  it("have exactly the expected placeholders", () => {
    const found = Object.entries(LANGUAGES.en.texts).map(([name, text]) => [name, blanksOf(text)] as const)
    expect(Object.fromEntries(found.filter(([, blanks]) => blanks.length > 0))).toEqual(BLANKS)
  })

  it.each(Object.entries(BLANKS))("for %s may use all of %j, and no other placeholder", (name, blanks) => {
    const text = blanks.map((blank) => `{${blank}}`).join(" ")
    expect(problemOfText(name as PayPageTextName, text)).toBeUndefined()
    expect(problemOfText(name as PayPageTextName, `${text} {other}`)).toBe(
      `has {other} in ${name}, which this text cannot fill in`,
    )
  })

  it.each(["sendOnly", "assetOnNetwork"] as const)("for %s must name the asset and the network", (name) => {
    for (const [left, other] of [
      ["asset", "network"],
      ["network", "asset"],
    ]) {
      expect(problemOfText(name, `only {${other}}`)).toBe(`lacks {${left}} in ${name}, which shoppers must be told`)
    }
  })

  it("contain no informal words in German", () => {
    const familiar = /\b(du|dich|dir|dein\w*|euch|euer\w*|sende|zahle|prüfe|frag|frage|gehe?|hole?|wähle|versuche?)\b/i
    expect(Object.values(de).filter((text) => familiar.test(text))).toEqual([])
  })

  it("must not be blank, and need placeholders only for sendOnly and assetOnNetwork", () => {
    for (const name of PAY_PAGE_TEXTS) {
      expect(problemOfText(name, " \n")).toBe(`says nothing for ${name}`)
      if (name !== "sendOnly" && name !== "assetOnNetwork") expect(problemOfText(name, "words")).toBeUndefined()
    }
  })

  it("are reported with their language and name if they are wrong", () => {
    const parsed = payPageTexts.safeParse({ de: { paid: "Da", order: "{asset}", rate: "" } })
    expect(parsed.error?.issues).toMatchObject([
      { code: "custom", path: ["de", "order"], message: expect.stringContaining("{asset} in order") },
      { code: "custom", path: ["de", "rate"], message: expect.stringContaining("says nothing for rate") },
    ])
  })

  it("must have known names and known languages", () => {
    const misspelt = payPageTexts.safeParse({ de: { payed: "Da" } })
    expect(misspelt.error?.issues[0]?.message).toBe("Invalid key in record")
    expect(JSON.stringify(misspelt.error?.issues)).toContain("has a name that no text of the pay page has")
    expect(payPageTexts.safeParse({ xx: { paid: "Da" } }).success).toBe(false)
    for (const language of PAY_PAGE_LANGUAGES) {
      expect(payPageTexts.safeParse({ [language]: { paid: "x" } }).success).toBe(true)
    }
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

  it.each(["http://localhost:8000", "https://*.shop.example.com", "HTTPS://Shop.Example.com:1"])(
    "accept %s as frame origin",
    (origin) => {
      expect(frameOrigins.safeParse([origin]).success).toBe(true)
    },
  )

  it.each([
    "xhttps://shop.example.com",
    "'self' https://shop.example.com",
    "https://shop.example.com/x",
    "https://a b",
  ])("refuse %s as frame origin", (origin) => {
    expect(frameOrigins.safeParse([origin]).success).toBe(false)
  })
})
