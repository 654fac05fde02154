import type { Asset } from "../../core/assets/registry"

/** US dollars for one whole unit. Made up, near what was paid in 2025, and fixed so that tests can count on them. */
export const USD_PER_ASSET: Record<Asset, string> = {
  BTC: "60000",
  LTC: "80",
  DOGE: "0.12",
  DASH: "30",
  USDC: "1",
  USDT: "1",
}

export type Currency = {
  /** Decimal places between one unit and its minor unit (ISO 4217, list one). */
  exponent: 0 | 2 | 3
  /** US dollars for one unit; made up and fixed like the rates above. */
  usd: string
}

/** The currencies the sandbox can price. A map, so that names such as "constructor" are not in it. */
export const CURRENCIES: ReadonlyMap<string, Currency> = new Map<string, Currency>([
  ["USD", { exponent: 2, usd: "1" }],
  ["EUR", { exponent: 2, usd: "1.08" }],
  ["GBP", { exponent: 2, usd: "1.27" }],
  ["CHF", { exponent: 2, usd: "1.12" }],
  ["CAD", { exponent: 2, usd: "0.73" }],
  ["AUD", { exponent: 2, usd: "0.66" }],
  ["NZD", { exponent: 2, usd: "0.61" }],
  ["SEK", { exponent: 2, usd: "0.095" }],
  ["NOK", { exponent: 2, usd: "0.094" }],
  ["DKK", { exponent: 2, usd: "0.145" }],
  ["PLN", { exponent: 2, usd: "0.25" }],
  ["CZK", { exponent: 2, usd: "0.043" }],
  ["HUF", { exponent: 2, usd: "0.0028" }],
  ["BRL", { exponent: 2, usd: "0.18" }],
  ["INR", { exponent: 2, usd: "0.012" }],
  ["SGD", { exponent: 2, usd: "0.74" }],
  ["JPY", { exponent: 0, usd: "0.0067" }],
  ["KRW", { exponent: 0, usd: "0.00073" }],
  ["KWD", { exponent: 3, usd: "3.25" }],
  ["BHD", { exponent: 3, usd: "2.65" }],
])
