import { BigNumber } from "@medusajs/framework/utils"
import { type ExactAmount, type FiatAmount, minorToMajor, toExact, toMinorUnits } from "../core/money/units"
import type { Amount } from "./raw-reads"

/**
 * The amount to write into Medusa for an amount that the service is asked for: the first of Medusa's own amounts with
 * this value in minor units, so that its fraction stays; otherwise exactly what is asked.
 * @param medusaAmounts amounts in any of Medusa's forms
 * @returns major units in a form that Medusa accepts, although its types say number
 */
export function amountInMedusa(asked: FiatAmount, medusaAmounts: readonly unknown[]): number {
  const sameValue = medusaAmounts.find((one) => {
    const parsed = minorUnitsOf(one, asked.currency)
    return parsed.ok && parsed.amount.minor === asked.minor
  })
  return (sameValue ?? minorToMajor(asked)) as number
}

/** An amount in the fields of Medusa's own inputs. */
export const priceOf = (amount: FiatAmount, medusaAmounts: readonly unknown[]) => ({
  amount: amountInMedusa(amount, medusaAmounts),
  currency_code: amount.currency.toLowerCase(),
})

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

/** Medusa's amount with its fraction, also zero or negative; undefined if the currency is unknown. */
export const exactAmountOf = (amount: unknown, currency: string): ExactAmount | undefined =>
  amount === undefined || amount === null ? undefined : toExact(plainDecimal(amount), currency)

/** Reads `raw`, in which Medusa's BigNumber keeps the exact decimals as text, and never its floating-point number. */
function plainDecimal(amount: unknown): string {
  // The value of a column of Medusa's has the same text.
  const { value } = amount as { value?: unknown }
  if (typeof value === "string") return value
  const { raw } = new BigNumber(amount as ConstructorParameters<typeof BigNumber>[0])
  return String(raw?.value ?? "")
}
