import { type ExactAmount, shownAmount, toExact, toMinorUnits } from "../money/units"
import type { Discount } from "./shopper-answer"

/** Whether a connection's promotion applies, or why not. `not_now`: its campaign does not run, or it is used up. */
export type PromotionState = "applies" | "missing" | "inactive" | "automatic" | "not_now"

/** A promotion in Medusa that is active now. Numbers are decimal text, amounts in major units. */
export type Promotion = {
  code: string
  /** Medusa applies it to every cart, so it is no price for paying in crypto. */
  is_automatic: boolean
  /** `standard` or `buyget`. */
  type: string
  /** How many orders may have it; null for any number. */
  limit: number | null
  used: number
  budget: null | {
    /** `spend`: an amount; `usage`: a number of orders; `use_by_attribute`: a number of orders of each customer. */
    type: string
    limit: string | null
    used: string
    /** How many orders of the cart's customer had it; null if none. */
    used_by_customer: string | null
  }
  method: {
    type: string
    target_type: string
    allocation: string | null
    value: string
    currency_code: string | null
  }
  /** It has rules, so it does not apply to every cart or to every item. */
  has_rules: boolean
}

/**
 * What a cart's promotions must change to, before it is paid through a connection, or through another provider.
 * @param codes the codes of all connections
 * @param own the connection's own code
 */
export function promotionChanges(codes: readonly string[], own: string | undefined, onCart: ReadonlySet<string>) {
  return {
    add: own !== undefined && !onCart.has(own) ? own : null,
    remove: [...new Set(codes)].filter((code) => code !== own && onCart.has(code)),
  }
}

/**
 * Whether one more order may have the promotion. Medusa (2.21.2) fails to place an order that exceeds a limit, although
 * it lets the cart have the discount if each of its items alone is within the budget.
 * @param spent the discount of that order
 */
export function hasRoom({ limit, used, budget }: Promotion, spent: ExactAmount, currency: string): boolean {
  if (limit !== null && used >= limit) return false
  if (!budget || budget.limit === null) return true
  const exact = (decimal: string): ExactAmount => toExact(decimal, currency) ?? 0n
  const added = budget.type === "spend" ? spent : exact("1")
  const before = budget.type === "use_by_attribute" ? budget.used_by_customer : budget.used
  return exact(before ?? "0") + added <= exact(budget.limit)
}

/**
 * What a promotion saves on every cart in the currency. Null if it depends on the cart or the customer, because a shopper
 * must not read of a discount and not get it.
 */
export function announcedDiscount(promotion: Promotion, currency: string): Discount | null {
  const { is_automatic, type, has_rules, budget, method } = promotion
  // The last of a budget to spend may be less than a cart saves.
  const isLimited = budget != null && budget.limit !== null && budget.type !== "usage"
  const isForAll = !is_automatic && type === "standard" && !has_rules && !isLimited
  const isForWhole =
    method.target_type === "order" || (method.target_type === "items" && method.allocation === "across")
  const isInCurrency = (method.currency_code ?? currency).toUpperCase() === currency.toUpperCase()
  if (!isForAll || !isForWhole || !isInCurrency || !hasRoom(promotion, 0n, currency)) return null
  if (method.type === "percentage") return { percentage: method.value, amount: null }
  const parsed = toMinorUnits(method.value, currency)
  return parsed.ok ? { percentage: null, amount: shownAmount(parsed.amount) } : null
}
