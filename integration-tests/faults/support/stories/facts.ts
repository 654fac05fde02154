import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ShopperView } from "../../../../src/core/payment/shopper-answer"
import type { PaymentRow, PayoutRow } from "../../../../src/modules/crypto-payments/stores/rows"
import { contextOf } from "../../../../src/workflows/context"
import { shopperPayment } from "../../../../src/workflows/view-payment/view-payment"
import { knexOf } from "../../../support/module-rows"
import { rowsOf } from "../shop-model"
import type { Step } from "./acts"
import { type Books, outstandingOf, readBooks } from "./books"
import { minorUnits, whole } from "./minor-units"
import type { ModelShop, Story } from "./story"

/** Everything that the rules check: Medusa's data, the plugin's, and what shoppers see. Amounts are in minor units. */
export type Facts = Books & {
  shop: ModelShop
  story: Story
  step: Step
  /** Ids of the cart's orders. */
  orders: string[]
  rows: PaymentRow[]
  payouts: PayoutRow[]
  /** What the token of each payment shows, by our payment id. */
  views: Map<string, ShopperView>
  /** What the open cart costs now; null without one. */
  cartCosts: number | null
}

/** Reads everything again. Call it while no work is running. */
export async function gather(shop: ModelShop, story: Story, step: Step): Promise<Facts> {
  const rows = await rowsOf(shop, story)
  const [books, orders, payouts] = await Promise.all([
    readBooks(shop, story),
    story.cart ? shop.ordersOfCart(story.cart.id) : [],
    knexOf(shop.container)<PayoutRow>("crypto_payout").whereIn(
      "payment_id",
      rows.map(({ id }) => id),
    ),
  ])
  const views = new Map<string, ShopperView>()
  for (const row of rows) views.set(row.id, (await shopperPayment(contextOf(shop.container), row)).view)
  const cartCosts = story.cart && orders.length === 0 ? await costOf(shop, story.cart.id) : null
  return { ...books, shop, story, step, orders, rows, payouts, views, cartCosts }
}

async function costOf(shop: ModelShop, cartId: string): Promise<number | null> {
  const query = shop.container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "cart", fields: ["currency_code", "total"], filters: { id: cartId } })
  const [cart] = data as { currency_code: string; total?: number }[]
  return cart ? whole(minorUnits(cart.total, cart.currency_code)) : null
}

/** Why this payment must not be paid now; null if it is owed. */
export function notOwed({ order, story, orders }: Facts, row: PaymentRow): string | null {
  if (!story.connected) return "its connection is gone"
  if (row.test_mode && story.mode === "live" && story.placedIn !== "test") return "the store sells for real money"
  if (order?.canceled) return "the order is canceled"
  const owed = order && outstandingOf(order)
  if (owed !== null) return Number(row.amount_minor) > owed ? `the order owes ${owed}` : null
  return story.deletedCart && orders.length === 0 ? "there is neither a cart nor an order" : null
}

export const complaint = (row: PaymentRow, where: string, why: string): string =>
  `${where} asks for ${row.amount_minor} to the address of ${row.external_id}, and ${why}`
