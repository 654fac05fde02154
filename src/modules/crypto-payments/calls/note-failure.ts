import { DEFAULT_THROTTLE_SECONDS } from "../../../core/retry-policy"
import { meaningOf } from "../../../core/service-errors"
import type { StoreApiError } from "../../../store-api/error"
import type { CryptoPaymentsService } from "../service"

/** How long an asset without a wallet is shown as out before the service is believed to have it again. */
const UNAVAILABLE_MS = 60_000

/** The cap is per minute: a Retry-After of more than an hour is a mistake that must not close a shop for days. */
const MAX_THROTTLE_SECONDS = 3600

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
    case "throttled": {
      const seconds = Math.min(error.retryAfter ?? DEFAULT_THROTTLE_SECONDS, MAX_THROTTLE_SECONDS)
      return connections.throttle(connectionId, new Date(now.getTime() + seconds * 1000), now)
    }
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
      return connections.countScreened(connectionId, now)
    case "outage":
      return connections.patch(connectionId, { last_error_code: error.code, last_check_at: now }, now)
  }
}
