import { formatFiat } from "../format"

describe("Money in the admin", () => {
  it.each([
    ["en", "2550", "USD", "25.50", "$25.50 USD"],
    ["de", "2550", "EUR", "25.50", "25,50 € EUR"],
    ["en", "2550", "JPY", "2550", "¥2,550 JPY"],
    ["en", "1500", "KWD", "1.500", "KWD 1.500"],
    ["ptBR", "2550", "brl", "25.50", "R$ 25,50 BRL"],
  ])(
    "is written as readers of %s write it, with the decimals the server gave",
    (language, minor, currency, display, words) => {
      expect(formatFiat({ minor, currency, display }, language).replaceAll("\u00a0", " ")).toBe(words)
    },
  )
})
