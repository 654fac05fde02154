import { BigNumber } from "@medusajs/framework/utils"
import { type FiatAmount, minorToMajor, toMinorUnits } from "../core/money/units"
import type { Amount } from "./books-query"

/** An amount in major units as an exact decimal string. Medusa accepts it, although its types say number. */
export const majorUnitsOf = (amount: FiatAmount): number => minorToMajor(amount) as unknown as number

/** Converts Medusa's amount (major units, in any of its forms) to minor units, by its exact decimals. */
export function minorUnitsOf(amount: unknown, currency: string): ReturnType<typeof toMinorUnits> {
  if (amount === undefined || amount === null) return { ok: false, problem: "invalid_amount" }
  return toMinorUnits(plainDecimal(amount), currency)
}

/** Medusa's amount in minor units; null if a quote cannot have this amount. */
export function fiat({ raw_amount }: Amount, currency: string): FiatAmount | null {
  const parsed = minorUnitsOf(raw_amount, currency)
  return parsed.ok ? parsed.amount : null
}

/** Converts a ledger's amount, also zero or negative, to minor units; null if the currency cannot express it. */
export function signedMinorUnitsOf(amount: unknown, currency: string): number | null {
  if (amount === undefined || amount === null) return null
  const decimal = plainDecimal(amount)
  const isNegative = decimal.startsWith("-")
  const parsed = toMinorUnits(isNegative ? decimal.slice(1) : decimal, currency)
  if (parsed.ok) return isNegative ? -parsed.amount.minor : parsed.amount.minor
  return parsed.problem === "amount_not_positive" ? 0 : null
}

/** Reads `raw`, in which Medusa's BigNumber keeps the exact decimals as text, and never its floating-point number. */
function plainDecimal(amount: unknown): string {
  const { raw } = new BigNumber(amount as ConstructorParameters<typeof BigNumber>[0])
  return String(raw?.value ?? "")
}
