import { type OfferedAsset, offeredBy, providerIdOf } from "../../core/assets/choices"
import { isTestMode } from "../../core/connection/combine-settings"
import { providersInRegion } from "../../medusa/store"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

export type { OfferedAsset } from "../../core/assets/choices"

/**
 * The assets of a region: of every connection that the region enables as a payment provider.
 * @returns undefined for an unknown region
 */
export async function offeredInRegion(context: Context, regionId: string): Promise<OfferedAsset[] | undefined> {
  const { container, store } = context
  const enabled = await providersInRegion(container, regionId)
  if (!enabled) return undefined
  const connections = store.connectionIds().filter((id) => enabled.has(providerIdOf(id)))
  return (await Promise.all(connections.map((id) => offeredAssets(context, { connection_id: id })))).flat()
}

/** The assets that a payment may change to: all of its connection. Empty while the connection is not set up. */
export async function offeredAssets(
  { store, clock }: Context,
  { connection_id: connectionId }: Pick<PaymentRow, "connection_id">,
): Promise<OfferedAsset[]> {
  const now = clock()
  const settings = await store.settingsOf(connectionId)
  if (!settings) return []
  // Reads the row from the database, because another instance may have marked an asset as unavailable.
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
