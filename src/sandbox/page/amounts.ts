import { fromUnits } from "../money/decimal"
import { CURRENCIES } from "../money/rates"
import type { SandboxPayment } from "../types"

/** "0.00089983 BTC": exact, as a payer has to type it. */
export const payText = ({ payAmount }: SandboxPayment): string =>
  `${fromUnits(BigInt(payAmount.base), payAmount.decimals)} ${payAmount.asset}`

/** "49.90 EUR": with all the decimals the currency has. */
export function moneyText({ displayAmount: { minor, currency } }: SandboxPayment): string {
  const exponent = CURRENCIES.get(currency)?.exponent ?? 0
  const digits = String(minor).padStart(exponent + 1, "0")
  const whole = digits.slice(0, digits.length - exponent)
  return `${exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`} ${currency}`
}
