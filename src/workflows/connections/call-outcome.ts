import { accountOf, isOfAnother } from "../../core/connection/account"
import { CREATION_SILENCE_MS, failingSince } from "../../core/connection/health"
import { answersTo, NO_FAILED_CREATION, NOT_ASKED } from "../../modules/crypto-payments/connections/resolve"
import type { ConnectionPatch } from "../../modules/crypto-payments/stores/connections"
import type { ConnectionRow } from "../../modules/crypto-payments/stores/rows"
import type { ServiceCall } from "../../store-api/client"
import { meaningOf } from "../../store-api/outcome"
import type { Context } from "../context"

/** How long an asset counts as unavailable after the service had no wallet for it, in milliseconds. */
const UNAVAILABLE_MS = 60_000

/** Our code for a payment that the service created and that must not be shown, so the keys work and nobody can pay. */
export const UNUSABLE_ANSWER = "unusable_answer"

/** The connection that was asked, and the account that the request used; null if it is not known. */
export type AccountUsed = { connectionId: string; account: string | null }

export const accountUsed = (
  connectionId: string,
  settings: Parameters<typeof accountOf>[0] | undefined,
): AccountUsed => ({
  connectionId,
  account: settings ? accountOf(settings).fingerprint : null,
})

/** The failures of all calls since one last succeeded, and those of requests for a payment alone. */
export const failuresIn = (row: ConnectionRow | undefined) => ({
  calls: {
    failingSince: row?.failing_since ?? null,
    lastCheckAt: row?.last_check_at ?? null,
    lastErrorCode: row?.last_error_code ?? null,
  },
  creations: {
    failingSince: row?.creation_failing_since ?? null,
    lastCheckAt: row?.creation_failed_at ?? null,
    lastErrorCode: row?.creation_error_code ?? null,
  },
})

/** What the service answered to another account no longer counts. */
const ofAccount = (row: ConnectionRow | undefined, account: string | null): ConnectionPatch => ({
  ...(isOfAnother(row?.health_account ?? null, account) && NOT_ASKED),
  health_account: account,
})

/** The columns after a successful call. Lookups may work while no payment is created, so a lookup does not end that. */
export const afterSuccess = (
  row: ConnectionRow | undefined,
  account: string | null,
  call: ServiceCall,
  now: Date,
): ConnectionPatch => ({
  ...ofAccount(row, account),
  health: "working",
  last_error_code: null,
  failing_since: null,
  last_check_at: now,
  ...(call === "creation" && NO_FAILED_CREATION),
})

/** The columns after a request for a payment that failed, or whose answer must not be shown. */
function afterFailedCreation(row: ConnectionRow, account: string | null, code: string, now: Date): ConnectionPatch {
  const { creation_failing_since: since, creation_failed_at: last } = answersTo(row, account)
  return {
    creation_failing_since: failingSince({ failingSince: since, lastCheckAt: last }, now, CREATION_SILENCE_MS),
    creation_failed_at: now,
    creation_error_code: code,
  }
}

/** The columns after a failed call. */
export function afterFailure(
  row: ConnectionRow,
  account: string | null,
  failure: { code: string; meaning: "keys_refused" | "store_disabled" | "outage" },
  now: Date,
): ConnectionPatch {
  const { health, failing_since, last_check_at } = answersTo(row, account)
  const failed = { ...ofAccount(row, account), last_error_code: failure.code, last_check_at: now }
  if (failure.meaning !== "outage") return { ...failed, health: failure.meaning, failing_since }
  const since = failingSince({ failingSince: failing_since, lastCheckAt: last_check_at }, now)
  return { ...failed, health, failing_since: since }
}

/**
 * Clears the failure columns of the connection. Writes nothing if they are already clear.
 * @param row the present row; the next success of that kind clears what another process wrote since then
 */
export async function recordSuccess(
  { store, clock }: Context,
  { connectionId, account }: AccountUsed,
  row: ConnectionRow | undefined,
  call: ServiceCall,
): Promise<void> {
  const now = clock()
  // A lookup also works while the store is disabled for new payments, so only a creation clears that state.
  const staysOff = call === "lookup" && row?.health === "store_disabled"
  const noneFailed = row?.failing_since === null && (call === "lookup" || row.creation_failing_since === null)
  const isNoted = noneFailed && row.health_account === account
  if (isNoted && (row.health === "working" || staysOff)) return
  const patch = staysOff ? { failing_since: null, health_account: account } : afterSuccess(row, account, call, now)
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
  { code }: { code: string },
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
      const patchOf = (row: ConnectionRow) => ({
        ...(code === UNUSABLE_ANSWER
          ? afterSuccess(row, account, "lookup", now)
          : afterFailure(row, account, { code, meaning }, now)),
        // A disabled store is a state of its own, which no lookup ends.
        ...(assetKey &&
          (meaning === "store_disabled" ? NO_FAILED_CREATION : afterFailedCreation(row, account, code, now))),
      })
      await connections.change(id, (row) => ({ result: undefined, patch: patchOf(row) }), now)
    }
  }
  // The next success must read the row to clear the failure.
  store.forget(id)
}
