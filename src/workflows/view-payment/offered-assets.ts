import { type OfferedAsset, offeredBy, providerIdOf } from "../../core/assets/offered-assets"
import { isTestMode } from "../../core/connection/combine-settings"
import { providersInRegion } from "../../medusa/regions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

export type { OfferedAsset } from "../../core/assets/offered-assets"

/** What a payment may be switched to: all that its own connection offers. Empty while that is not set up. */
export async function offeredAssets(
  context: Context,
  payment: Pick<PaymentRow, "connection_id">,
): Promise<OfferedAsset[]> {
  return offerOf(context, payment.connection_id)
}

/**
 * What can be paid with in a region: by every connection that the region has as a payment provider.
 * @returns undefined for a region that there is not
 */
export async function offeredInRegion(context: Context, regionId: string): Promise<OfferedAsset[] | undefined> {
  const { container, store } = context
  const enabled = await providersInRegion(container, regionId)
  if (!enabled) return undefined
  const connections = store.connectionIds().filter((id) => enabled.has(providerIdOf(id)))
  return (await Promise.all(connections.map((id) => offerOf(context, id)))).flat()
}

async function offerOf(context: Context, connectionId: string): Promise<OfferedAsset[]> {
  const { store, clock } = context
  const now = clock()
  const settings = await store.settingsOf(connectionId)
  if (!settings) return []
  // Read afresh: what is out is known to all instances at once.
  const row = await store.connections.get(connectionId)
  return offeredBy(
    {
      id: connectionId,
      assets: settings.assets,
      testMode: isTestMode(settings),
      throttledUntil: row?.throttled_until ?? null,
      refusedAt: row?.health === "credentials_broken" || row?.health === "store_disabled" ? row.last_check_at : null,
      unavailableUntil: (row?.unavailable_until ?? {}) as Record<string, unknown>,
    },
    now,
  )
}
