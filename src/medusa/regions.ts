import type { MedusaContainer } from "@medusajs/framework/types"
import { graph } from "./query"

type Region = { payment_providers?: ({ id: string; is_enabled: boolean } | null)[] }

/**
 * The ids of the payment providers that are enabled in a region.
 * @returns undefined if there is no such region
 */
export async function providersInRegion(
  container: MedusaContainer,
  regionId: string,
): Promise<ReadonlySet<string> | undefined> {
  const fields = ["id", "payment_providers.id", "payment_providers.is_enabled"]
  const [region] = await graph<Region>(container, "region", fields, { id: regionId })
  return region && new Set((region.payment_providers ?? []).flatMap((one) => (one?.is_enabled ? [one.id] : [])))
}
