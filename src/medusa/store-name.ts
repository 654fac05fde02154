import type { MedusaContainer } from "@medusajs/framework/types"
import { graph } from "./query"

/** The store's name, as its settings in the admin have it; undefined if it has none. */
export async function storeName(container: MedusaContainer): Promise<string | undefined> {
  const [store] = await graph<{ name: string | null }>(container, "store", ["name"], {})
  return store?.name?.trim() || undefined
}
