import type { MedusaContainer } from "@medusajs/framework/types"
import { providerIdOf } from "../../core/assets/choices"
import {
  disableProvider,
  type OfferingRegion,
  offerInRegions,
  regionsOffering,
  removeFromRegions,
  type SalesKey,
  salesKeys,
} from "../../medusa/shop"
import type { Knex } from "../../modules/crypto-payments/stores/rows"

export type { OfferingRegion, SalesKey }

/** The connection that `init` sets up. */
export const NEW_CONNECTION = "default"

const PROVIDER = providerIdOf(NEW_CONNECTION)

/** Whether the plugin's tables exist and have keys of a service, and which regions could offer the connection. */
export async function readBeginning(knex: Knex, schema: string) {
  const { rows } = await knex.raw("SELECT to_regclass(?) IS NOT NULL AS exist", [`${schema}.crypto_payment`])
  const hasTables: boolean = rows[0].exist
  const regions = await regionsOffering(knex, PROVIDER)
  return { hasTables, hasKeys: hasTables && (await areKeysEntered(knex)), regions }
}

async function areKeysEntered(knex: Knex): Promise<boolean> {
  const entered = await knex("crypto_connection")
    .where({ id: NEW_CONNECTION })
    .whereRaw("coalesce(base_url, api_key, secret_key_sealed, endpoint_secret_sealed) IS NOT NULL")
    .first("id")
  return entered !== undefined
}

/** Offers the connection in regions. @returns the keys with which a storefront sells */
export async function offerConnection(container: MedusaContainer, regionIds: readonly string[]) {
  await offerInRegions(container, PROVIDER, regionIds)
  return { keys: await salesKeys(container) }
}

/** Takes the connection out of Medusa's form for regions. */
export const disableConnection = (knex: Knex, schema: string): Promise<void> => disableProvider(knex, schema, PROVIDER)

export const stopOffering = (container: MedusaContainer, regionIds: readonly string[]): Promise<void> =>
  removeFromRegions(container, PROVIDER, regionIds)
