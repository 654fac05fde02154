import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type OfferedAsset, offeredBy, providerIdOf } from "../../core/assets/offered-assets"
import { isTestMode } from "../../core/connection/settings"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

export type { OfferedAsset } from "../../core/assets/offered-assets"

/** What a payment may be switched to: all that its own connection offers. Empty while that is not set up. */
export async function offeredAssets(
  container: MedusaContainer,
  payment: Pick<PaymentRow, "connection_id">,
  now: Date,
): Promise<OfferedAsset[]> {
  return offerOf(container.resolve(CRYPTO_PAYMENTS_MODULE), payment.connection_id, now)
}

/**
 * What can be paid with in a region: by every connection that the region has as a payment provider.
 * @returns undefined for a region that there is not
 */
export async function offeredInRegion(
  container: MedusaContainer,
  regionId: string,
  now: Date,
): Promise<OfferedAsset[] | undefined> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "region",
    fields: ["id", "payment_providers.id", "payment_providers.is_enabled"],
    filters: { id: regionId },
  })
  const region = data[0] as { payment_providers?: ({ id: string; is_enabled: boolean } | null)[] } | undefined
  if (!region) return undefined
  const enabled = new Set((region.payment_providers ?? []).flatMap((one) => (one?.is_enabled ? [one.id] : [])))
  const connections = module.connectionIds().filter((id) => enabled.has(providerIdOf(id)))
  return (await Promise.all(connections.map((id) => offerOf(module, id, now)))).flat()
}

async function offerOf(module: CryptoPaymentsService, connectionId: string, now: Date): Promise<OfferedAsset[]> {
  const settings = await module.settingsOf(connectionId)
  if (!settings) return []
  // Read afresh: what is out is known to all instances at once.
  const row = await module.connections.get(connectionId)
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
