import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, ProductStatus } from "@medusajs/framework/utils"
import {
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "./constants"

/** The ids that a storefront needs. */
export type Seed = {
  publishableKey: string
  salesChannel: string
  stockLocation: string
  /** `usd` sells to the US, `eur` to Germany, without taxes. Shipping also covers Canada, which has no region. */
  regions: { usd: string; eur: string }
  /** 10.00 USD or 9.00 EUR. */
  shippingOption: string
  /** 15.50 USD or 14.25 EUR each. In stock: 1000 of `plenty`, one of `lastOne`. */
  variants: { plenty: string; lastOne: string }
}

/** The name in the demo's shop, so that the pay page shows the same one. */
const SHOP_NAME = "Margin Press"

const IN_STOCK = { plenty: 1000, lastOne: 1 }

type Named = { id: string }

function first<T>(all: T[]): T {
  const [one] = all
  if (one === undefined) throw new Error("the seed got nothing back from a workflow")
  return one
}

async function seedRegions(container: MedusaContainer): Promise<Seed["regions"]> {
  const store = first(await container.resolve(Modules.STORE).listStores())
  const supported_currencies = [{ currency_code: "usd", is_default: true }, { currency_code: "eur" }]
  const update = { name: SHOP_NAME, supported_currencies }
  await updateStoresWorkflow(container).run({ input: { selector: { id: store.id }, update } })
  // A store without the plugin has no crypto provider yet.
  const known = await container.resolve(Modules.PAYMENT).listPaymentProviders()
  const payment_providers = [CRYPTO_PROVIDER, MANUAL_PROVIDER].filter((id) => known.some((one) => one.id === id))
  const { result } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        { name: "United States", currency_code: "usd", countries: ["us"], payment_providers },
        { name: "Germany", currency_code: "eur", countries: ["de"], payment_providers },
      ],
    },
  })
  const taxed = ["us", "de"].map((country_code) => ({ country_code, provider_id: "tp_system" }))
  await createTaxRegionsWorkflow(container).run({ input: taxed })
  const inCurrency = (code: string) => first(result.filter(({ currency_code }) => currency_code === code)).id
  return { usd: inCurrency("usd"), eur: inCurrency("eur") }
}

async function seedShipping(container: MedusaContainer, location: Named, profile: Named): Promise<string> {
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: "Parcels",
    type: "shipping",
    service_zones: [
      {
        name: "Everywhere",
        geo_zones: ["us", "de", "ca"].map((country_code) => ({ country_code, type: "country" as const })),
      },
    ],
  })
  const here = { [Modules.STOCK_LOCATION]: { stock_location_id: location.id } }
  await link.create({ ...here, [Modules.FULFILLMENT]: { fulfillment_provider_id: "manual_manual" } })
  await link.create({ ...here, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } })
  const { result } = await createShippingOptionsWorkflow(container).run({
    input: [
      {
        name: "Parcel",
        price_type: "flat",
        provider_id: "manual_manual",
        service_zone_id: first(set.service_zones).id,
        shipping_profile_id: profile.id,
        type: { label: "Parcel", description: "Within a week", code: "parcel" },
        prices: [
          { currency_code: "usd", amount: 10 },
          { currency_code: "eur", amount: 9 },
        ],
        rules: [
          { attribute: "enabled_in_store", value: "true", operator: "eq" },
          { attribute: "is_return", value: "false", operator: "eq" },
        ],
      },
    ],
  })
  return first(result).id
}

async function seedProducts(container: MedusaContainer, channel: Named, location: Named, profile: Named) {
  const product = (title: string, sku: string) => ({
    title,
    status: ProductStatus.PUBLISHED,
    shipping_profile_id: profile.id,
    sales_channels: [{ id: channel.id }],
    options: [{ title: "Size", values: ["One"] }],
    variants: [
      {
        title: "One",
        sku,
        options: { Size: "One" },
        prices: [
          { currency_code: "usd", amount: 15.5 },
          { currency_code: "eur", amount: 14.25 },
        ],
      },
    ],
  })
  const products = [product("Field notebook", "plenty"), product("Signed print", "lastOne")]
  const { result } = await createProductsWorkflow(container).run({ input: { products } })
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "inventory_item", fields: ["id", "sku"] })
  const inventory_levels = data.map(({ id, sku }) => ({
    inventory_item_id: id,
    location_id: location.id,
    stocked_quantity: IN_STOCK[sku as keyof typeof IN_STOCK],
  }))
  await createInventoryLevelsWorkflow(container).run({ input: { inventory_levels } })
  const variants = result.flatMap((one) => one.variants)
  const bySku = (sku: keyof typeof IN_STOCK) => first(variants.filter((one) => one.sku === sku)).id
  return { plenty: bySku("plenty"), lastOne: bySku("lastOne") }
}

/** Seeds an empty Medusa with everything that a purchase needs. */
export async function seedStore(container: MedusaContainer): Promise<Seed> {
  const salesChannelsData = [{ name: "Web" }]
  const channel = first((await createSalesChannelsWorkflow(container).run({ input: { salesChannelsData } })).result)
  const regions = await seedRegions(container)
  const locations = [{ name: "Warehouse", address: { city: "New York", country_code: "US", address_1: "1 Main St" } }]
  const location = first((await createStockLocationsWorkflow(container).run({ input: { locations } })).result)
  const data = [{ name: "Default", type: "default" }]
  const profile = first((await createShippingProfilesWorkflow(container).run({ input: { data } })).result)
  const shippingOption = await seedShipping(container, location, profile)
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id: location.id, add: [channel.id] } })
  const variants = await seedProducts(container, channel, location, profile)
  const api_keys = [{ title: "Web", type: "publishable" as const, created_by: "" }]
  const key = first((await createApiKeysWorkflow(container).run({ input: { api_keys } })).result)
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id: key.id, add: [channel.id] } })
  const ids = { salesChannel: channel.id, stockLocation: location.id, shippingOption }
  return { publishableKey: key.token, regions, variants, ...ids }
}
