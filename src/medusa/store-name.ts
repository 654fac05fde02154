import type { MedusaContainer } from "@medusajs/framework/types"
import { graph } from "./query"

/** The store's name from its settings in the admin; undefined if it has none. */
export async function storeName(container: MedusaContainer): Promise<string | undefined> {
  const [store] = await graph<{ name: string | null }>(container, "store", ["name"], {})
  return store?.name?.trim() || undefined
}
