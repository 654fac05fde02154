import { type OfferedAsset, offeredBy, providerIdOf } from "../../core/assets/choices"
import { isTestMode } from "../../core/connection/settings"
import { announcedDiscount } from "../../core/payment/promotion"
import { activePromotion, codesOn } from "../../medusa/promotions"
import { rawCart } from "../../medusa/raw-reads"
import { readRegion } from "../../medusa/shop"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { tokenRow } from "./view-payment"

/**
 * The assets of a region: of every connection that the region enables as a payment provider.
 * @param token of a payment: only a discount that its cart has is announced
 * @returns undefined for an unknown region
 */
export async function offeredInRegion(
  context: Context,
  regionId: string,
  token?: string,
): Promise<OfferedAsset[] | undefined> {
  const { container, store } = context
  const region = await readRegion(container, regionId)
  if (!region) return undefined
  const { currency, providers } = region
  const cart_id = token === undefined ? null : ((await tokenRow(context, token))?.cart_id ?? null)
  const connections = store.connectionIds().filter((id) => providers.has(providerIdOf(id)))
  return (
    await Promise.all(connections.map((id) => offeredAssets(context, { connection_id: id }, { currency, cart_id })))
  ).flat()
}

/**
 * The assets that a payment may change to: all of its connection. Empty while the connection is not set up.
 * @param priced what the connection's promotion lowers the price of; with a `cart_id` only what that cart has is announced
 */
export async function offeredAssets(
  context: Context,
  { connection_id: connectionId }: Pick<PaymentRow, "connection_id">,
  priced?: Priced,
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
      refusedAt: row?.health === "keys_refused" || row?.health === "store_disabled" ? row.last_check_at : null,
      unavailableUntil: (row?.unavailable_until ?? {}) as Record<string, unknown>,
      discount: priced ? await announcedIn(context, settings.promotionCode, priced) : null,
    },
    now,
  )
}

type Priced = { currency: string; cart_id?: string | null }

async function announcedIn({ container }: Context, code: string | undefined, { currency, cart_id }: Priced) {
  if (code === undefined) return null
  const cart = cart_id ? await rawCart(container, cart_id) : undefined
  if (cart && !codesOn(cart).has(code)) return null
  const promotion = await activePromotion(container, code)
  return promotion ? announcedDiscount(promotion, currency) : null
}
