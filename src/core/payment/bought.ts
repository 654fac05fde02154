import { type ExactAmount, type FiatAmount, ONE_MINOR, shownAmount } from "../money/units"
import type { Bought, ShopperAmount, ShopperState } from "./shopper-answer"

type BoughtItem = { product: string; variant: string | null; quantity: number; amount: ExactAmount }

export type BoughtFacts = Record<"delivery" | "discount" | "credit" | "tax" | "total", ExactAmount> & {
  currency: string
  items: readonly BoughtItem[]
  taxIncluded: boolean
}

/** Rounds each amount half up to minor units. Leaves out items that an order edit removed. */
export function boughtView({ currency, items, taxIncluded, ...parts }: BoughtFacts): Bought {
  const shown = (exact: ExactAmount): ShopperAmount => {
    const amount: FiatAmount = { minor: roundedMinor(exact), currency: currency.toUpperCase() }
    return shownAmount(amount)
  }
  const discount = fittingDiscount({ currency, items, taxIncluded, ...parts })
  const unlessZero = (exact: ExactAmount) => (roundedMinor(exact) === 0 ? null : shown(exact))
  return {
    items: items
      .filter(({ quantity }) => quantity > 0)
      .map(({ product, variant, quantity, amount }) => ({
        title: variant && variant !== NO_VARIANT ? `${product} · ${variant}` : product,
        quantity,
        amount: shown(amount),
      })),
    delivery: unlessZero(parts.delivery),
    discount: unlessZero(discount),
    credit: unlessZero(parts.credit),
    tax: unlessZero(parts.tax),
    tax_included: taxIncluded,
    total: shown(parts.total),
  }
}

/**
 * The discount that makes the rounded lines add up to the rounded total, if that is at most one minor unit away from it:
 * a percentage leaves both with a fraction.
 */
function fittingDiscount(facts: BoughtFacts): ExactAmount {
  const { items, delivery, tax, taxIncluded, credit, discount, total } = facts
  const lines = [...items.map(({ amount }) => amount), delivery, ...(taxIncluded ? [] : [tax]), -credit, -total]
  const fitting = lines.reduce((sum, line) => sum + rounded(line), 0n)
  const difference = fitting - rounded(discount)
  return discount !== 0n && (difference === 1n || difference === -1n) ? fitting * ONE_MINOR : discount
}

/** Medusa's admin gives this name to the only variant of a product. */
const NO_VARIANT = "Default variant"

const roundedMinor = (exact: ExactAmount): number => Number(rounded(exact))

const rounded = (exact: ExactAmount): bigint => (exact < 0n ? -rounded(-exact) : (exact + ONE_MINOR / 2n) / ONE_MINOR)

/** Whether the holder of a payment's token sees what it is for. The cart of a closed payment may be another one now. */
export const showsBought = (state: ShopperState): boolean => state !== "closed"
