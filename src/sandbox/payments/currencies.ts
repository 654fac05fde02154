export type Currency = {
  /** Decimal places between one unit and its minor unit. */
  exponent: number
  /** US dollars for one unit. */
  usd: string
}

/** Code, US dollars for one unit (made up and fixed), exponent (ISO 4217, list one). */
const TABLE = `
  USD 1 2, EUR 1.08 2, GBP 1.27 2, CHF 1.12 2, CAD 0.73 2, AUD 0.66 2, NZD 0.61 2, SEK 0.095 2, NOK 0.094 2,
  DKK 0.145 2, PLN 0.25 2, CZK 0.043 2, HUF 0.0028 2, BRL 0.18 2, INR 0.012 2, SGD 0.74 2, JPY 0.0067 0,
  KRW 0.00073 0, KWD 3.25 3, BHD 2.65 3`

/** The currencies the sandbox can price. A map, so that names such as "constructor" are not in it. */
export const CURRENCIES: ReadonlyMap<string, Currency> = new Map(
  TABLE.split(",").map((row) => {
    const [code = "", usd = "", exponent] = row.trim().split(" ")
    return [code, { usd, exponent: Number(exponent) }]
  }),
)
