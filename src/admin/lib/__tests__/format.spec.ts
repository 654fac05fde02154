import {
  amongRightToLeft,
  connectionName,
  datesIn,
  formatFiat,
  neverCanceled,
  textLanguage,
  withMarks,
} from "../format"

describe("Money in the admin", () => {
  it.each([
    ["en", "2550", "USD", "25.50", "$25.50 USD"],
    ["de", "2550", "EUR", "25.50", "25,50 € EUR"],
    ["en", "2550", "JPY", "2550", "¥2,550 JPY"],
    ["en", "9007199254740991", "USD", "90071992547409.91", "$90,071,992,547,409.91 USD"],
    ["en", "1500", "KWD", "1.500", "KWD 1.500"],
    ["ptBR", "2550", "brl", "25.50", "R$ 25,50 BRL"],
  ])("is formatted as readers of %s expect, with server decimals", (language, minor, currency, display, words) => {
    expect(formatFiat({ minor, currency, display }, language).replaceAll("\u00a0", " ")).toBe(words)
  })

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

const named = (id: string, value: string | null) => ({ id, display_name: { value } }) as never
const connections = [named("live", "Shop"), named("test", "Shop"), named("third", "Old shop"), named("fourth", null)]

it.each([
  ["third", "Old shop"],
  ["fourth", "fourth"],
  ["live", "Shop (live)"],
  ["test", "Shop (test)"],
  ["gone", "gone"],
])("A connection in the admin has its display name, its id if two share that, or only its id: %s is %s", (id, name) => {
  expect(connectionName(connections, id)).toBe(name)
})

const now = new Date("2026-06-15T12:00:00Z")
const ago = (seconds: number, language = "en") =>
  datesIn(language).agoText(new Date(now.getTime() - seconds * 1000), now)

describe("dates in the admin", () => {
  it.each([
    [0, "now"],
    [59, "59 seconds ago"],
    [60, "1 minute ago"],
    [3_599, "59 minutes ago"],
    [3 * 3_600, "3 hours ago"],
    [86_400, "1 day ago"],
    [65 * 86_400, "2 months ago"],
    [800 * 86_400, "2 years ago"],
    [-150, "in 2 minutes"],
  ])("%i seconds ago is written as %s", (seconds, text) => expect(ago(seconds)).toBe(text))

  it("are written in the admin's language, also if Medusa's name for it has no dash, such as ptBR", () => {
    expect(ago(120, "ptBR")).toBe("há 2 minutos")
    expect(datesIn("de").dayText(new Date(2026, 5, 15, 12).toISOString())).toBe("15.06.2026")
    expect(datesIn("de").monthText("2026-06")).toBe("Juni 2026")
    expect(datesIn("en").dateText(new Date(2026, 5, 15, 12).toISOString())).toMatch(/^Jun 15, 2026, \d+:\d\d\s[AP]M$/)
  })
})

it("warns of stock that nobody pays for only if orders are placed before they are paid", () => {
  expect([null, "checkout", "payment"].map((one) => neverCanceled(one as "checkout"))).toEqual([
    "settings.checkout.unpaidOff",
    "settings.checkout.unpaidOff",
    "settings.checkout.unpaidKept",
  ])
})
