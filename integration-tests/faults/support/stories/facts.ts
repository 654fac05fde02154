import type { ShopperView } from "../../../../src/core/payment/shopper-view"
import type { PaymentRow, PayoutRow } from "../../../../src/modules/crypto-payments/stores/rows"
import { contextOf } from "../../../../src/workflows/context"
import { shopperPayment } from "../../../../src/workflows/view-payment/view-payment"
import { knexOf } from "../../../support/module-rows"
import { rowsOf } from "../shop-model"
import type { Step } from "./acts"
import { type Books, readBooks } from "./books"
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
}

/** Reads everything again. Call it while no work is running. */
export async function gather(shop: ModelShop, story: Story, step: Step): Promise<Facts> {
  const rows = await rowsOf(shop, story)
  const [books, orders, payouts] = await Promise.all([
    readBooks(shop, story),
    story.cart ? shop.ordersOfCart(story.cart.id) : [],
    knexOf(shop.container)<PayoutRow>("crypto_refund").whereIn(
      "payment_id",
      rows.map(({ id }) => id),
    ),
  ])
  const views = new Map<string, ShopperView>()
  for (const row of rows) views.set(row.id, (await shopperPayment(contextOf(shop.container), row)).view)
  return { ...books, shop, story, step, orders, rows, payouts, views }
}
