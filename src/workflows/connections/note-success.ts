import type { CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { ConnectionRow } from "../../modules/crypto-payments/stores/rows"
import { afterSuccess } from "./after-call"

/**
 * Takes back what failed calls said of the connection. Most calls succeed where nothing is to be taken back, and those
 * write nothing.
 * @param row as it was before the call; a failure that another process noted since is taken back by the next success
 */
export async function noteSuccess(
  module: CryptoPaymentsService,
  connectionId: string,
  row: ConnectionRow | undefined,
  call: "creation" | "look_up",
  now: Date,
): Promise<void> {
  // That the store is off for new payments is not taken back by a look-up, only by a creation that succeeds.
  const staysOff = call === "look_up" && row?.health === "store_disabled"
  if (row?.failing_since === null && (row.health === "working" || staysOff)) return
  await module.connections.patch(connectionId, staysOff ? { failing_since: null } : afterSuccess(now), now)
  module.forget(connectionId)
}
