import type { MedusaContainer } from "@medusajs/framework/types"
import { PromotionActions } from "@medusajs/framework/utils"
import { refreshPaymentCollectionForCartWorkflow, updateCartPromotionsWorkflow } from "@medusajs/medusa/core-flows"
import type { ExactAmount } from "../core/money/units"
import type { Promotion } from "../core/payment/promotion"
import { exactAmountOf } from "./amounts"
import { databaseOf, graph } from "./query"
import type { RawCart } from "./raw-reads"

const rulesIn = (table: string, owner: string) =>
  `EXISTS (SELECT FROM ${table} AS link JOIN promotion_rule AS rule ON rule.id = link.promotion_rule_id
            WHERE ${owner} AND rule.deleted_at IS NULL)`

/** Medusa's tables of 2.21.2. The dates are compared with the database's clock. */
const ACTIVE = `
  SELECT promotion.code, promotion.is_automatic, promotion.type, promotion."limit", promotion.used,
         CASE WHEN budget.id IS NOT NULL THEN json_build_object(
           'type', budget.type, 'limit', budget."limit"::text, 'used', budget.used::text,
           'used_by_customer', (SELECT usage.used::text FROM promotion_campaign_budget_usage AS usage
             WHERE usage.budget_id = budget.id AND usage.deleted_at IS NULL AND usage.attribute_value =
                   CASE budget.attribute WHEN 'customer_id' THEN cart.customer_id ELSE cart.email END)) END AS budget,
         json_build_object('type', method.type, 'target_type', method.target_type, 'allocation', method.allocation,
           'value', method.value::text, 'currency_code', method.currency_code) AS method,
         (${rulesIn("promotion_promotion_rule", "link.promotion_id = promotion.id")} OR
          ${rulesIn("application_method_target_rules", "link.application_method_id = method.id")}) AS has_rules
    FROM promotion
    JOIN promotion_application_method AS method ON method.promotion_id = promotion.id AND method.deleted_at IS NULL
    LEFT JOIN promotion_campaign AS campaign ON campaign.id = promotion.campaign_id AND campaign.deleted_at IS NULL
    LEFT JOIN promotion_campaign_budget AS budget ON budget.campaign_id = campaign.id AND budget.deleted_at IS NULL
    LEFT JOIN cart ON cart.id = :cartId
   WHERE promotion.code = :code AND promotion.status = 'active' AND promotion.deleted_at IS NULL
     AND (promotion.campaign_id IS NULL OR campaign.id IS NOT NULL)
     AND (campaign.starts_at IS NULL OR campaign.starts_at <= now())
     AND (campaign.ends_at IS NULL OR campaign.ends_at > now())`

/**
 * A promotion that is active now.
 * @param cartId the cart whose customer's use of it counts
 * @returns undefined if there is none with this code
 */
export const activePromotion = async (
  container: MedusaContainer,
  code: string,
  cartId: string | null = null,
): Promise<Promotion | undefined> => (await databaseOf(container).raw(ACTIVE, { code, cartId })).rows[0]

/** A promotion in any state. @returns undefined if there is none with this code */
export const promotionOf = async (
  container: MedusaContainer,
  code: string,
): Promise<{ status: string; is_automatic: boolean } | undefined> => {
  const found = "SELECT status, is_automatic FROM promotion WHERE code = ? AND deleted_at IS NULL"
  return (await databaseOf(container).raw(found, [code])).rows[0]
}

type Adjustment = { code: string | null; amount: string }

const adjustmentsOf = ({ items, shipping_methods }: RawCart): Adjustment[] =>
  [...items, ...shipping_methods].flatMap(({ adjustments }) => (adjustments ?? []) as Adjustment[])

/** Medusa knows no promotion whose code ends like this, so it counts no use and checks no limit. */
const UNCOUNTED = " (not counted)"

const counted = (code: string | null): string[] =>
  code === null ? [] : [code.endsWith(UNCOUNTED) ? code.slice(0, -UNCOUNTED.length) : code]

/** The codes of the promotions that change a cart's price. */
export const codesOn = (cart: RawCart): Set<string> => new Set(adjustmentsOf(cart).flatMap(({ code }) => counted(code)))

type Adjusted = { adjustments?: { code: string | null }[] | null }
type AdjustedOrder = { items?: Adjusted[] | null; shipping_methods?: Adjusted[] | null }

/** The codes of the promotions that lower an order's price. */
export async function codesOnOrder(container: MedusaContainer, id: string): Promise<Set<string>> {
  const fields = ["items.adjustments.code", "shipping_methods.adjustments.code"]
  const [order] = await graph<AdjustedOrder>(container, "order", fields, { id })
  const parts = [...(order?.items ?? []), ...(order?.shipping_methods ?? [])]
  return new Set(parts.flatMap(({ adjustments }) => (adjustments ?? []).flatMap(({ code }) => counted(code))))
}

/** What a promotion takes off a cart's price, as far as Medusa counts it. */
export const discountOf = (cart: RawCart, code: string): ExactAmount =>
  adjustmentsOf(cart)
    .filter((one) => one.code === code)
    .reduce((sum, { amount }) => sum + (exactAmountOf(amount, cart.currency_code) ?? 0n), 0n)

/**
 * Puts promotions on a cart, or takes them off, as the store's API does, but leaves its payment collection as it is.
 * @throws Medusa's error, for example if the cart is locked or completed
 */
export async function changePromotions(
  container: MedusaContainer,
  cartId: string,
  action: "add" | "remove",
  codes: string[],
): Promise<void> {
  const change =
    action === "add"
      ? { promo_codes: codes, action: PromotionActions.ADD }
      : { promo_codes: codes.flatMap((code) => [code, code + UNCOUNTED]), action: PromotionActions.REMOVE }
  await updateCartPromotionsWorkflow(container).run({ input: { cart_id: cartId, ...change } })
}

/**
 * Keeps a used-up promotion's discount on a cart until its next change, and uncounted: core (2.21.2) would refuse to place
 * the order. Nothing happens if it is uncounted already.
 */
export async function keepUncounted(container: MedusaContainer, cartId: string, code: string): Promise<void> {
  const knex = databaseOf(container)
  const rename = (table: string, owner: string) =>
    knex(`${table}_adjustment`)
      .where({ code })
      .whereIn(owner, knex(table).select("id").where({ cart_id: cartId }))
      .update({ code: code + UNCOUNTED })
  await rename("cart_line_item", "item_id")
  await rename("cart_shipping_method", "shipping_method_id")
}

/** Sets a payment collection's amount to its cart's total, and deletes its sessions if the amount changes. */
export async function refreshCollection(container: MedusaContainer, cartId: string): Promise<void> {
  await refreshPaymentCollectionForCartWorkflow(container).run({ input: { cart_id: cartId } })
}
