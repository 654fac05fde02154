import { providerIdOf } from "../../core/assets/offered-assets"
import { countRegionsWith } from "../../medusa/regions"
import { MOST_COUNTED } from "../../modules/crypto-payments/stores/health"
import type { Context } from "../context"

export type WhatIsOpen = {
  /** Of each: the regions that offer it, and its payments that are watched or not settled. */
  connections: { id: string; regions: number; payments: number }[]
  /** Items that wait for a person. */
  attention: number
}

/** What must be over before a store removes the plugin. */
export async function whatIsOpen({ container, store, clock }: Context): Promise<WhatIsOpen> {
  const connections = store.connectionIds().map(async (id) => {
    const regions = await countRegionsWith(container, providerIdOf(id))
    const { count } = await store.health.waiting(id, clock())
    return { id, regions, payments: count }
  })
  const attention = await store.lists.attention.count(undefined, MOST_COUNTED)
  return { connections: await Promise.all(connections), attention }
}
