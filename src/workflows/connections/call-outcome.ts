import { accountOf } from "../../core/connection/account"
import { failingSince } from "../../core/connection/health"
import { answersTo } from "../../modules/crypto-payments/connections/resolve"
import type { ConnectionPatch } from "../../modules/crypto-payments/stores/connections"
import type { ConnectionRow } from "../../modules/crypto-payments/stores/rows"
import { meaningOf, type StoreApiError } from "../../store-api/outcome"
import type { Context } from "../context"

/** How long an asset counts as unavailable after the service had no wallet for it, in milliseconds. */
const UNAVAILABLE_MS = 60_000

/** The connection that was asked, and the account that the request used; null if it is not known. */
export type AccountUsed = { connectionId: string; account: string | null }

export const accountUsed = (
  connectionId: string,
  settings: Parameters<typeof accountOf>[0] | undefined,
): AccountUsed => ({
  connectionId,
  account: settings ? accountOf(settings).fingerprint : null,
})

export const afterSuccess = (account: string | null, now: Date): ConnectionPatch => ({
  health: "working",
  health_account: account,
  last_error_code: null,
  failing_since: null,
  last_check_at: now,
})

/** The columns after a failed call. What the service answered to another account no longer counts. */
export function afterFailure(
  row: ConnectionRow,
  account: string | null,
  failure: { code: string; meaning: "keys_refused" | "store_disabled" | "outage" },
  now: Date,
): ConnectionPatch {
  const { health, failing_since, last_check_at } = answersTo(row, account)
  const failed = { health_account: account, last_error_code: failure.code, last_check_at: now }
  if (failure.meaning !== "outage") return { ...failed, health: failure.meaning, failing_since }
  const since = failingSince({ failingSince: failing_since, lastCheckAt: last_check_at }, now)
  return { ...failed, health, failing_since: since }
}

/**
 * Clears the failure columns of the connection. Writes nothing if they are already clear.
 * @param row the row before the call; the next success clears what another process wrote since then
 */
export async function recordSuccess(
  { store, clock }: Context,
  { connectionId, account }: AccountUsed,
  row: ConnectionRow | undefined,
  call: "creation" | "lookup",
): Promise<void> {
  const now = clock()
  // A lookup also works while the store is disabled for new payments, so only a creation clears that state.
  const staysOff = call === "lookup" && row?.health === "store_disabled"
  const isNoted = row?.health_account === account && row.failing_since === null
  if (isNoted && (row.health === "working" || staysOff)) return
  const patch = staysOff ? { failing_since: null, health_account: account } : afterSuccess(account, now)
  await store.connections.patch(connectionId, patch, now)
  store.forget(connectionId)
}

/**
 * Records what a failed call says about the connection, for every instance. Stores no personal data.
 * @param assetKey the asset and chain, if the call was to create a payment
 */
export async function recordFailure(
  { store, clock }: Context,
  { connectionId: id, account }: AccountUsed,
  { code }: StoreApiError,
  assetKey?: string,
): Promise<void> {
  const { connections } = store
  const now = clock()
  const { store: said } = meaningOf(code)
  // Only a creation is screened or lacks an asset, so a lookup that is refused like that finds out nothing.
  const meaning = !assetKey && (said === "screened" || said === "asset_unavailable") ? "outage" : said
  switch (meaning) {
    case "throttled":
      // The client recorded it when the answer came.
      break
    case "asset_unavailable":
      if (assetKey) await connections.markUnavailable(id, assetKey, new Date(now.getTime() + UNAVAILABLE_MS), now)
      break
    case "screened":
      await connections.countScreened(id, now)
      break
    case "keys_refused":
    case "store_disabled":
    case "outage": {
      const patchOf = (row: ConnectionRow) => afterFailure(row, account, { code, meaning }, now)
      await connections.change(id, (row) => ({ result: undefined, patch: patchOf(row) }), now)
    }
  }
  // The next success must read the row to clear the failure.
  store.forget(id)
}
