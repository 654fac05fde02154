import { amongRightToLeft, connectionName, formatFiat, textLanguage, withMarks } from "../format"

describe("Money in the admin", () => {
  it.each([
    ["en", "2550", "USD", "25.50", "$25.50 USD"],
    ["de", "2550", "EUR", "25.50", "25,50 € EUR"],
    ["en", "2550", "JPY", "2550", "¥2,550 JPY"],
    ["en", "1500", "KWD", "1.500", "KWD 1.500"],
    ["ptBR", "2550", "brl", "25.50", "R$ 25,50 BRL"],
  ])(
    "is formatted as readers of %s expect, with the decimals from the server",
    (language, minor, currency, display, words) => {
      expect(formatFiat({ minor, currency, display }, language).replaceAll("\u00a0", " ")).toBe(words)
    },
  )

  it("is formatted in the admin's language, or in English if the plugin has no texts in that language", () => {
    const hasResourceBundle = (language: string) => language === "de"
    expect(textLanguage({ language: "de", hasResourceBundle })).toBe("de")
    expect(textLanguage({ language: "ar", hasResourceBundle })).toBe("en")
  })
})

describe("English in an Arabic or Hebrew admin", () => {
  it.each([
    ["$15.50 USD can still be refunded.", "[$15.50 USD can still be refunded.["],
    ["0.0001 BTC sent on Bitcoin", "[0.0001 BTC sent on Bitcoin"],
    ["It is not confirmed yet.\nCheck again.", "It is not confirmed yet.\nCheck again.["],
    ["Settled", "Settled"],
    ["1,200", "1,200"],
    ["", ""],
  ])("has marks that keep its first number and its last stop in place: %j", (text, marked) => {
    expect(amongRightToLeft(text)).toBe(marked.replaceAll("[", "\u200e"))
  })

  it("comes from a function that keeps its namespace", () => {
    const t = withMarks(Object.assign(() => "Sent.", { ns: "cryptoPayments" }) as never)
    expect([t("payments.title"), t]).toEqual(["Sent.\u200e", expect.objectContaining({ ns: "cryptoPayments" })])
  })
})

describe("A connection in the admin", () => {
  const named = (id: string, value: string | null) => ({ id, display_name: { value } }) as never
  const connections = [named("live", "Shop"), named("test", "Shop"), named("third", "Old shop"), named("fourth", null)]

  it.each([
    ["third", "Old shop"],
    ["fourth", "fourth"],
    ["live", "Shop (live)"],
    ["test", "Shop (test)"],
    ["gone", "gone"],
  ])("has its display name, plus its id if two share the name, or only its id: %s is %s", (id, name) => {
    expect(connectionName(connections, id)).toBe(name)
  })
})
