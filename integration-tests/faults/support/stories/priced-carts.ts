import { Modules } from "@medusajs/framework/utils"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../../../support/constants"
import type { Shop } from "../../../support/medusa"
import type { Cart } from "../../../support/store"

/** Carts whose totals have fractions of a minor unit: by taxes, a percentage discount, and prices. */
export const PRICED_CARTS = {
  "taxed cart": { currency: "usd", country: "ca", tax: 8.875, item: 15.5, shipping: 10, discounted: true },
  "yen cart": { currency: "jpy", country: "jp", tax: 10, item: 1391.4, shipping: 1000, discounted: false },
  "dinar cart": { currency: "kwd", country: "kw", tax: 5, item: 5.0005, shipping: 2.0025, discounted: true },
} as const

export type PricedCart = keyof typeof PRICED_CARTS

const CODE = "THIRTEEN"

/** A cart with two notebooks. The first one of a test makes the regions, because the tables are reset before each. */
export async function pricedCart(shop: Shop, origin: PricedCart, email: string): Promise<Cart> {
  const { store, seed } = shop
  const { country, discounted } = PRICED_CARTS[origin]
  const region = (await regionOf(shop, origin)) ?? (await sellEverywhere(shop).then(() => regionOf(shop, origin)))
  const { cart } = await store.post("/store/carts?fields=id", {
    ...{ region_id: region, sales_channel_id: seed.salesChannel, email },
    shipping_address: { first_name: "Ada", address_1: "1 Main St", city: "Port", country_code: country },
    items: [{ variant_id: seed.variants.plenty, quantity: 2 }],
  })
  await store.addShipping(cart)
  if (discounted) await store.post(`/store/carts/${cart.id}/promotions`, { promo_codes: [CODE] })
  return store.cart(cart.id)
}

async function regionOf({ admin }: Shop, origin: PricedCart): Promise<string | undefined> {
  const { regions } = await admin.get(`/admin/regions?fields=id&name=${encodeURIComponent(origin)}`)
  return regions[0]?.id
}

async function sellEverywhere({ admin, seed, container }: Shop): Promise<void> {
  const all = Object.entries(PRICED_CARTS)
  const { stores } = await admin.get("/admin/stores?fields=id")
  const currencies = ["usd", "eur", "jpy", "kwd"].map((currency_code) => {
    return { currency_code, is_default: currency_code === "usd" }
  })
  await admin.post(`/admin/stores/${stores[0].id}`, { supported_currencies: currencies })
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const [zone] = await fulfillment.listServiceZones({})
  for (const [name, { currency, country, tax }] of all) {
    const payment_providers = [CRYPTO_PROVIDER, MANUAL_PROVIDER]
    await admin.post("/admin/regions", { name, currency_code: currency, countries: [country], payment_providers })
    const rate = { name, code: name, rate: tax }
    await admin.post("/admin/tax-regions", {
      ...{ country_code: country, provider_id: "tp_system", default_tax_rate: rate },
    })
    if (country === "ca" || !zone) continue
    await fulfillment.createGeoZones({ type: "country", country_code: country, service_zone_id: zone.id })
  }
  const prices = (of: "item" | "shipping") => ({
    prices: all.map(([, one]) => ({ currency_code: one.currency, amount: one[of] })),
  })
  const { variants } = await admin.get(`/admin/product-variants?id=${seed.variants.plenty}&fields=id,product_id`)
  await admin.post(`/admin/products/${variants[0].product_id}/variants/${seed.variants.plenty}`, prices("item"))
  await admin.post(`/admin/shipping-options/${seed.shippingOption}`, prices("shipping"))
  await admin.post("/admin/promotions", {
    ...{ code: CODE, type: "standard", status: "active", is_automatic: false },
    application_method: { type: "percentage", target_type: "items", allocation: "across", value: 13 },
  })
}
