import type { MedusaContainer } from "@medusajs/framework/types"
import { graph } from "./query"

type Region = { currency_code: string; payment_providers?: ({ id: string; is_enabled: boolean } | null)[] }

const FIELDS = ["id", "currency_code", "payment_providers.id", "payment_providers.is_enabled"]

const enabledIn = ({ payment_providers }: Region): string[] =>
  (payment_providers ?? []).flatMap((one) => (one?.is_enabled ? [one.id] : []))

/** A region's currency and the ids of its enabled payment providers; undefined if there is no such region. */
export async function readRegion(
  container: MedusaContainer,
  regionId: string,
): Promise<{ currency: string; providers: ReadonlySet<string> } | undefined> {
  const [region] = await graph<Region>(container, "region", FIELDS, { id: regionId })
  return region && { currency: region.currency_code, providers: new Set(enabledIn(region)) }
}

/** In how many regions a payment provider is enabled. */
export async function countRegionsWith(container: MedusaContainer, providerId: string): Promise<number> {
  const regions = await graph<Region>(container, "region", FIELDS, {})
  return regions.filter((region) => enabledIn(region).includes(providerId)).length
}

/** The store's name from its settings in the admin; undefined if it has none. */
export async function storeName(container: MedusaContainer): Promise<string | undefined> {
  const [store] = await graph<{ name: string | null }>(container, "store", ["name"], {})
  return store?.name?.trim() || undefined
}
