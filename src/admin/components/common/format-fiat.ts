import type { FiatView } from "../../../api/admin/crypto-payments/contract"
import { languageTag } from "./language-tag"

/**
 * Writes money as the reader's language does, with the currency's code as the rest of the admin has it: "$25.50 USD".
 * For reading only: the decimals are those that the server gave, and nothing is calculated.
 */
export function formatFiat({ display, currency }: FiatView, language: string): string {
  const decimals = display.split(".")[1]?.length ?? 0
  const code = currency.toUpperCase()
  const format = new Intl.NumberFormat(languageTag(language), {
    style: "currency",
    currency: code,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  const written = format.format(Number(display))
  return written.includes(code) ? written : `${written} ${code}`
}
