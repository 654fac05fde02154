import type { Shop } from "./medusa"
import type { Cart } from "./store"

/** The price of one notebook and of shipping, in major units of a currency. */
export type Prices = { currency: string; item: number; shipping: number }

/**
 * Sells to Canada in a currency, at these prices.
 * @returns a function that makes a cart with one notebook and shipping
 */
export async function sellIn({ admin, store, seed }: Shop, { currency, item, shipping }: Prices) {
  const prices = (amount: number) => ({ prices: [{ currency_code: currency, amount }] })
  const { stores } = await admin.get("/admin/stores?fields=id,*supported_currencies")
  const known = stores[0].supported_currencies.map(({ currency_code, is_default }: Record<string, unknown>) => {
    return { currency_code, is_default }
  })
  if (!known.some((one: { currency_code: string }) => one.currency_code === currency)) {
    await admin.post(`/admin/stores/${stores[0].id}`, { supported_currencies: [...known, { currency_code: currency }] })
  }
  const { region } = await admin.post("/admin/regions", {
    ...{ name: "Canada", currency_code: currency, countries: ["ca"] },
    payment_providers: ["pp_crypto_default", "pp_system_default"],
  })
  const { variants } = await admin.get(`/admin/product-variants?id=${seed.variants.plenty}&fields=id,product_id`)
  await admin.post(`/admin/products/${variants[0].product_id}/variants/${seed.variants.plenty}`, prices(item))
  await admin.post(`/admin/shipping-options/${seed.shippingOption}`, prices(shipping))
  return async (email = "fraction@example.com"): Promise<Cart> => {
    const { cart } = await store.post("/store/carts?fields=id", {
      ...{ region_id: region.id, sales_channel_id: seed.salesChannel, email },
      shipping_address: { first_name: "Ada", address_1: "1 Main St", city: "Toronto", country_code: "ca" },
      items: [{ variant_id: seed.variants.plenty, quantity: 1 }],
    })
    return store.addShipping(cart)
  }
}
