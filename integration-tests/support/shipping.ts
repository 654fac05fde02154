import { Modules } from "@medusajs/framework/utils"
import { createShippingOptionsWorkflow } from "@medusajs/medusa/core-flows"
import type { Shop } from "./medusa"
import type { Cart } from "./store"

/** Adds a free shipping method to a cart, so that its total and its payment session do not change. */
export async function giveFreeShipping({ container, seed, store }: Shop, cart: Pick<Cart, "id">): Promise<void> {
  const like = await container.resolve(Modules.FULFILLMENT).retrieveShippingOption(seed.shippingOption)
  const { result } = await createShippingOptionsWorkflow(container).run({
    input: [
      {
        name: "Free",
        price_type: "flat",
        provider_id: like.provider_id,
        service_zone_id: like.service_zone_id,
        shipping_profile_id: like.shipping_profile_id as string,
        type: { label: "Free", description: "Free", code: "free" },
        prices: [{ currency_code: "usd", amount: 0 }],
        rules: [
          { attribute: "enabled_in_store", value: "true", operator: "eq" },
          { attribute: "is_return", value: "false", operator: "eq" },
        ],
      },
    ],
  })
  await store.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: result[0]?.id })
}
