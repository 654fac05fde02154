import type { ConnectionRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { afterSuccess } from "./after-call"

/**
 * Takes back what failed calls said of the connection. Most calls succeed where nothing is to be taken back, and those
 * write nothing.
 * @param row as it was before the call; a failure that another process noted since is taken back by the next success
 */
export async function noteSuccess(
  context: Context,
  connectionId: string,
  row: ConnectionRow | undefined,
  call: "creation" | "look_up",
): Promise<void> {
  const { store, clock } = context
  const now = clock()
  // That the store is off for new payments is not taken back by a look-up, only by a creation that succeeds.
  const staysOff = call === "look_up" && row?.health === "store_disabled"
  if (row?.failing_since === null && (row.health === "working" || staysOff)) return
  await store.connections.patch(connectionId, staysOff ? { failing_since: null } : afterSuccess(now), now)
  store.forget(connectionId)
}
