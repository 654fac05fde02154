import { providerIdOf } from "../../core/assets/offered-assets"
import { countRegionsWith } from "../../medusa/regions"
import { MOST_COUNTED } from "../../modules/crypto-payments/stores/health"
import type { Context } from "../context"
import { missingConnections } from "./missing-connections"

export type WhatIsOpen = {
  /** Of each: the regions that offer it, and its payments that are watched or not settled. */
  connections: { id: string; regions: number; payments: number }[]
  /** Items that wait for a person. */
  attention: number
}

/** What must be over before a store removes the plugin. */
export async function whatIsOpen(context: Context): Promise<WhatIsOpen> {
  const { container, store, clock } = context
  const missing = await missingConnections(context)
  const ids = [...store.connectionIds(), ...missing.map(({ id }) => id)]
  const connections = ids.map(async (id) => {
    const regions = await countRegionsWith(container, providerIdOf(id))
    const { count } = await store.health.waiting(id, clock())
    return { id, regions, payments: count }
  })
  const attention = await store.lists.attention.count(undefined, MOST_COUNTED, missing)
  return { connections: await Promise.all(connections), attention }
}
