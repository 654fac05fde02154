import { meaningOf } from "../../../core/service-errors"
import type { StoreApiError } from "../../../store-api/error"
import type { CryptoPaymentsService } from "../service"

/** How long an asset without a wallet is shown as out before the service is believed to have it again. */
const UNAVAILABLE_MS = 60_000

/** Keeps what a failed call says of the connection, where every instance sees it. No personal data. */
export async function noteFailure(
  module: CryptoPaymentsService,
  connectionId: string,
  error: StoreApiError,
  now: Date,
  assetKey?: string,
): Promise<void> {
  const { connections } = module
  switch (meaningOf(error.code).store) {
    case "throttled":
      // Written as it came, before anybody waited for it.
      return
    case "credentials_broken":
      return connections.patch(
        connectionId,
        { health: "credentials_broken", last_error_code: error.code, last_check_at: now },
        now,
      )
    case "store_disabled":
      return connections.patch(
        connectionId,
        { health: "store_disabled", last_error_code: error.code, last_check_at: now },
        now,
      )
    case "asset_unavailable":
      if (assetKey)
        await connections.markUnavailable(connectionId, assetKey, new Date(now.getTime() + UNAVAILABLE_MS), now)
      return
    case "screened":
      // Only a creation is screened: 403 to a lookup is a gateway's word and nobody's person.
      if (assetKey) await connections.countScreened(connectionId, now)
      return
    case "outage":
      return connections.patch(connectionId, { last_error_code: error.code, last_check_at: now }, now)
  }
}
