import { BigNumber } from "@medusajs/framework/utils"
import { toMinorUnits } from "../../core/money"

/**
 * Medusa's amount (major units, in any form it hands out) in the minor units of its currency, read through
 * BigNumber's exact raw value and never through a number.
 */
export function minorUnitsOf(amount: unknown, currency: string): ReturnType<typeof toMinorUnits> {
  if (amount === undefined || amount === null) return { ok: false, problem: "invalid_amount" }
  const { raw } = new BigNumber(amount as ConstructorParameters<typeof BigNumber>[0])
  return toMinorUnits(String(raw?.value ?? ""), currency)
}
