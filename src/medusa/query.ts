import type { IOrderModuleService, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { Knex } from "../modules/crypto-payments/stores/rows"

export const paymentModule = (container: MedusaContainer): IPaymentModuleService => container.resolve(Modules.PAYMENT)

export const orderModule = (container: MedusaContainer): IOrderModuleService => container.resolve(Modules.ORDER)

export const linksOf = (container: MedusaContainer) => container.resolve(ContainerRegistrationKeys.LINK)

/** The link from an order to a payment collection. Through it the order's ledger gets the collection's captures. */
export const linkOf = (orderId: string, collectionId: string) => ({
  [Modules.ORDER]: { order_id: orderId },
  [Modules.PAYMENT]: { payment_collection_id: collectionId },
})

/** Reads rows through Medusa's query graph. `T` is the type of the chosen fields, for which Medusa has none. */
export async function graph<T>(
  container: MedusaContainer,
  entity: string,
  fields: readonly string[],
  filters: object,
): Promise<T[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity, fields: [...fields], filters } as never)
  return data as unknown as T[]
}

/** Reads the rows with these ids, each once. Without an id it asks Medusa nothing. */
export async function graphByIds<T>(
  container: MedusaContainer,
  entity: string,
  fields: readonly string[],
  ids: readonly (string | null)[],
): Promise<T[]> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  return wanted.length === 0 ? [] : graph(container, entity, fields, { id: wanted })
}

/** The database that Medusa and the plugin share, for work that Medusa's modules have no method for. */
export const databaseOf = (container: MedusaContainer): Knex =>
  container.resolve(ContainerRegistrationKeys.PG_CONNECTION) as Knex

/**
 * The id of the ledger entry of a capture or refund, with the same ULID, so that no second entry of it can be written:
 * Medusa has no unique key on `reference_id`, and a process may stand still between its read and its write.
 */
export const entryIdOf = (referenceId: string): string => `ordtrx_${referenceId.slice(-26)}`
