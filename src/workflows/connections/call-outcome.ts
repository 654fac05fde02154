import { failingSince } from "../../core/connection/health"
import { meaningOf } from "../../core/text/service-errors"
import type { ConnectionPatch } from "../../modules/crypto-payments/stores/connections"
import type { ConnectionRow } from "../../modules/crypto-payments/stores/rows"
import type { StoreApiError } from "../../store-api/error"
import type { Context } from "../context"

/** How long an asset without a wallet counts as unavailable. */
const UNAVAILABLE_MS = 60_000

/** The columns of a connection after a call that succeeded. */
export const afterSuccess = (now: Date): ConnectionPatch => ({
  health: "working",
  last_error_code: null,
  failing_since: null,
  last_check_at: now,
})

/** The columns after a call without a usable answer: one fault, or an outage if one follows another. */
export const afterOutage = (row: ConnectionRow, code: string, now: Date): ConnectionPatch => ({
  last_error_code: code,
  failing_since: failingSince({ failingSince: row.failing_since, lastCheckAt: row.last_check_at }, now),
  last_check_at: now,
})

/**
 * Clears what failed calls left on the connection. Nothing is written if nothing is to clear.
 * @param row before the call; what another process has noted since is cleared by the next success
 */
export async function noteSuccess(
  { store, clock }: Context,
  connectionId: string,
  row: ConnectionRow | undefined,
  call: "creation" | "look_up",
): Promise<void> {
  const now = clock()
  // A look-up works while the store is off for new payments, so only a creation clears that.
  const staysOff = call === "look_up" && row?.health === "store_disabled"
  if (row?.failing_since === null && (row.health === "working" || staysOff)) return
  await store.connections.patch(connectionId, staysOff ? { failing_since: null } : afterSuccess(now), now)
  store.forget(connectionId)
}

/**
 * Records what a failed call says of the connection, for every instance. No personal data.
 * @param assetKey the asset and chain of a payment that was to be created
 */
export async function noteFailure(
  context: Context,
  connectionId: string,
  error: StoreApiError,
  assetKey?: string,
): Promise<void> {
  await record(context, connectionId, error.code, assetKey)
  // The next success must know what to clear.
  context.store.forget(connectionId)
}

async function record({ store, clock }: Context, id: string, code: string, assetKey?: string): Promise<void> {
  const now = clock()
  const { connections } = store
  const { store: meaning } = meaningOf(code)
  switch (meaning) {
    case "throttled":
      // The client wrote it when the answer came.
      return
    case "credentials_broken":
    case "store_disabled":
      return connections.patch(id, { health: meaning, last_error_code: code, last_check_at: now }, now)
    case "asset_unavailable":
      if (assetKey) await connections.markUnavailable(id, assetKey, new Date(now.getTime() + UNAVAILABLE_MS), now)
      return
    case "screened":
      // Only a creation is screened: a 403 to a look-up comes from a gateway.
      if (assetKey) await connections.countScreened(id, now)
      return
    case "outage":
      return connections.change(id, (row) => ({ result: undefined, patch: afterOutage(row, code, now) }), now)
  }
}
