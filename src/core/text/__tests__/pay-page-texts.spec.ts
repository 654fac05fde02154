import { de } from "../pay-page/de"
import { LANGUAGES } from "../pay-page-texts"

describe("the texts of the pay page", () => {
  const BLANKS = {
    ...{
      payWith: ["asset"],
      order: ["number"],
      confirmations: ["count"],
      sentBack: ["date"],
      partHint: ["amount"],
      payRest: ["amount"],
    },
    ...{ qrLabel: ["amount", "asset"], sendOnly: ["asset", "network"], rate: ["asset", "price"] },
    ...{ moreItems: ["count"], assetOnNetwork: ["asset", "network"], walletBalance: ["asset", "network"] },
    ...{ walletChain: ["network"], walletFailed: ["coin"], walletOpen: ["wallet"], cryptoSaves: ["amount"] },
    backHint: ["amount", "asset"],
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
