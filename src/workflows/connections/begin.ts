import type { MedusaContainer } from "@medusajs/framework/types"
import { providerIdOf } from "../../core/assets/choices"
import {
  type OfferingRegion,
  offerInRegions,
  regionsOffering,
  type SalesKey,
  salesKeys,
  withdrawFromRegions,
} from "../../medusa/store"
import type { Knex } from "../../modules/crypto-payments/stores/rows"

export type { OfferingRegion, SalesKey }

/** Whether the plugin's tables exist, and which regions could offer a connection. */
export async function readBeginning(knex: Knex, schema: string, connectionId: string) {
  const { rows } = await knex.raw("SELECT to_regclass(?) IS NOT NULL AS exist", [`${schema}.crypto_payment`])
  const regions = await regionsOffering(knex, providerIdOf(connectionId))
  return { hasTables: rows[0].exist as boolean, regions }
}

/** Offers a connection in regions. @returns the keys with which a storefront sells */
export async function offerConnection(container: MedusaContainer, connectionId: string, regionIds: readonly string[]) {
  await offerInRegions(container, providerIdOf(connectionId), regionIds)
  return { keys: await salesKeys(container) }
}

/** Takes a connection out of regions. */
export const withdrawConnection = (
  container: MedusaContainer,
  connectionId: string,
  regionIds: readonly string[],
): Promise<void> => withdrawFromRegions(container, providerIdOf(connectionId), regionIds)
