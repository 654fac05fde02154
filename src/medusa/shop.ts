import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { Knex } from "../modules/crypto-payments/stores/rows"
import { graph, linksOf, paymentModule } from "./query"

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

export async function countRegionsWith(container: MedusaContainer, providerId: string): Promise<number> {
  const regions = await graph<Region>(container, "region", FIELDS, {})
  return regions.filter((region) => enabledIn(region).includes(providerId)).length
}

export type OfferingRegion = { id: string; name: string; currency_code: string; offers: boolean }

/** All regions, and whether each offers a payment provider. It needs a database, but no started Medusa. */
export async function regionsOffering(knex: Knex, providerId: string): Promise<OfferingRegion[]> {
  const { rows } = await knex.raw(
    `SELECT id, name, currency_code, EXISTS (
       SELECT 1 FROM region_payment_provider AS link
       WHERE link.region_id = region.id AND payment_provider_id = ? AND link.deleted_at IS NULL
     ) AS offers FROM region WHERE deleted_at IS NULL ORDER BY created_at`,
    [providerId],
  )
  return rows
}

/**
 * Ends that Medusa lists a payment provider that it no longer loads, which it never does itself
 * (@medusajs/payment/dist/loaders/providers.js, 2.21.2). It needs a database, but no started Medusa.
 */
export async function disableProvider(knex: Knex, schema: string, providerId: string): Promise<void> {
  await knex.withSchema(schema).from("payment_provider").where({ id: providerId }).update({ is_enabled: false })
}

const offers = (providerId: string, regionIds: readonly string[]) =>
  regionIds.map((region_id) => ({
    [Modules.REGION]: { region_id },
    [Modules.PAYMENT]: { payment_provider_id: providerId },
  }))

/** Adds a payment provider to regions, beside those that they have. */
export async function offerInRegions(container: MedusaContainer, providerId: string, regionIds: readonly string[]) {
  await linksOf(container).create(offers(providerId, regionIds))
}

export async function removeFromRegions(
  container: MedusaContainer,
  providerId: string,
  regionIds: readonly string[],
): Promise<void> {
  await linksOf(container).dismiss(offers(providerId, regionIds))
}

type Key = { token: string; revoked_at: string | Date | null; sales_channels?: ({ id: string } | null)[] }

/** A publishable API key, and a sales channel in which it sells. */
export type SalesKey = { token: string; channelId: string }

export async function salesKeys(container: MedusaContainer): Promise<SalesKey[]> {
  const fields = ["token", "revoked_at", "sales_channels.id"]
  const keys = await graph<Key>(container, "api_key", fields, { type: "publishable" })
  const valid = keys.filter(({ revoked_at }) => !revoked_at)
  return valid.flatMap(({ token, sales_channels = [] }) =>
    sales_channels.flatMap((channel) => (channel ? [{ token, channelId: channel.id }] : [])),
  )
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
