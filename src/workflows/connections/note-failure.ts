import { meaningOf } from "../../core/text/service-errors"
import type { StoreApiError } from "../../store-api/error"
import type { Context } from "../context"
import { afterOutage } from "./after-call"

/** How long an asset without a wallet is shown as out before the service is believed to have it again. */
const UNAVAILABLE_MS = 60_000

/**
 * Keeps what a failed call says of the connection, where every instance sees it. No personal data.
 * @param assetKey of the asset and chain that were asked for, where a payment was to be created
 */
export async function noteFailure(
  context: Context,
  connectionId: string,
  error: StoreApiError,
  assetKey?: string,
): Promise<void> {
  const { store } = context
  await keep(context, connectionId, error, assetKey)
  // The next call that succeeds is to know what it takes back.
  store.forget(connectionId)
}

async function keep(
  context: Context,
  connectionId: string,
  { code }: StoreApiError,
  assetKey: string | undefined,
): Promise<void> {
  const now = context.clock()
  const { connections } = context.store
  const { store } = meaningOf(code)
  switch (store) {
    case "throttled":
      // Written as it came, before anybody waited for it.
      return
    case "credentials_broken":
    case "store_disabled":
      return connections.patch(connectionId, { health: store, last_error_code: code, last_check_at: now }, now)
    case "asset_unavailable":
      if (assetKey)
        await connections.markUnavailable(connectionId, assetKey, new Date(now.getTime() + UNAVAILABLE_MS), now)
      return
    case "screened":
      // Only a creation is screened: 403 to a lookup is a gateway's word and nobody's person.
      if (assetKey) await connections.countScreened(connectionId, now)
      return
    case "outage":
      return connections.change(connectionId, (row) => ({ result: undefined, patch: afterOutage(row, code, now) }), now)
  }
}
