import { type OfferedAsset, offeredBy, providerIdOf } from "../../core/assets/choices"
import { isTestMode } from "../../core/connection/settings"
import { announcedDiscount } from "../../core/payment/promotion"
import { activePromotion } from "../../medusa/promotions"
import { readRegion } from "../../medusa/store"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

export type { OfferedAsset } from "../../core/assets/choices"

/**
 * The assets of a region: of every connection that the region enables as a payment provider.
 * @returns undefined for an unknown region
 */
export async function offeredInRegion(context: Context, regionId: string): Promise<OfferedAsset[] | undefined> {
  const { container, store } = context
  const region = await readRegion(container, regionId)
  if (!region) return undefined
  const { currency, providers } = region
  const connections = store.connectionIds().filter((id) => providers.has(providerIdOf(id)))
  return (await Promise.all(connections.map((id) => offeredAssets(context, { connection_id: id }, currency)))).flat()
}

/**
 * The assets that a payment may change to: all of its connection. Empty while the connection is not set up.
 * @param cartCurrency of a cart, whose price the connection's promotion lowers
 */
export async function offeredAssets(
  context: Context,
  { connection_id: connectionId }: Pick<PaymentRow, "connection_id">,
  cartCurrency?: string,
): Promise<OfferedAsset[]> {
  const { store, clock } = context
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
      discount: cartCurrency ? await announcedIn(context, settings.promotionCode, cartCurrency) : null,
    },
    now,
  )
}

async function announcedIn({ container }: Context, code: string | undefined, currency: string) {
  const promotion = code === undefined ? undefined : await activePromotion(container, code)
  return promotion ? announcedDiscount(promotion, currency) : null
}
