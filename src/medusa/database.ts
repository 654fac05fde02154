import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Knex } from "../modules/crypto-payments/stores/rows"

/** The database that Medusa and the plugin share, for what Medusa's own modules offer no call. */
export const databaseOf = (container: MedusaContainer): Knex =>
  container.resolve(ContainerRegistrationKeys.PG_CONNECTION) as Knex
