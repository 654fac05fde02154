import type { MedusaContainer } from "@medusajs/framework/types"
import { graph, paymentModule } from "./query"

type Region = { payment_providers?: ({ id: string; is_enabled: boolean } | null)[] }

const FIELDS = ["id", "payment_providers.id", "payment_providers.is_enabled"]

const enabledIn = ({ payment_providers }: Region): string[] =>
  (payment_providers ?? []).flatMap((one) => (one?.is_enabled ? [one.id] : []))

/** The ids of the payment providers that are enabled in a region; undefined if there is no such region. */
export async function providersInRegion(
  container: MedusaContainer,
  regionId: string,
): Promise<ReadonlySet<string> | undefined> {
  const [region] = await graph<Region>(container, "region", FIELDS, { id: regionId })
  return region && new Set(enabledIn(region))
}

/** In how many regions a payment provider is enabled. */
export async function countRegionsWith(container: MedusaContainer, providerId: string): Promise<number> {
  const regions = await graph<Region>(container, "region", FIELDS, {})
  return regions.filter((region) => enabledIn(region).includes(providerId)).length
}

/** What Medusa's payment module keeps for itself: the ids of the providers that it has loaded. */
type Loaded = { __container__: { payment_providers: readonly string[] } }

/**
 * The payment providers that a region offers but Medusa has not loaded, so shoppers who choose them get an error.
 * Medusa leaves them enabled (@medusajs/payment/dist/loaders/providers.js, 2.21.2).
 */
export async function providersNotLoaded(container: MedusaContainer): Promise<string[]> {
  const { payment_providers: loaded } = (paymentModule(container) as unknown as Loaded).__container__
  const regions = await graph<Region>(container, "region", FIELDS, {})
  return [...new Set(regions.flatMap(enabledIn))].filter((id) => !loaded.includes(id))
}

/** The store's name from its settings in the admin; undefined if it has none. */
export async function storeName(container: MedusaContainer): Promise<string | undefined> {
  const [store] = await graph<{ name: string | null }>(container, "store", ["name"], {})
  return store?.name?.trim() || undefined
}
