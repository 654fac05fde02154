import type { MissingConnection } from "../../core/connection/health"
import type { CryptoPaymentsService } from "../../modules/crypto-payments/service"

/** The connections that medusa-config does not register, and that payments still wait for. */
export async function missingConnections(module: CryptoPaymentsService, now: Date): Promise<MissingConnection[]> {
  const registered = new Set(module.connectionIds())
  const found: MissingConnection[] = []
  for (const id of await module.health.waitedFor()) {
    if (registered.has(id)) continue
    const [row, { count, living }] = await Promise.all([module.connections.get(id), module.health.waiting(id, now)])
    if (count > 0) found.push({ id, count, living, since: row?.lookup_minute ?? row?.updated_at ?? now })
  }
  return found
}

/** How often a process repeats in its log that payments wait. */
const TOLD_EVERY_MS = 3_600_000

/** Writes a line for each missing connection that payments wait for, once an hour in each process. */
export async function tellOfMissing(module: CryptoPaymentsService, now: Date): Promise<void> {
  if (!module.isTimeFor("missing connections", TOLD_EVERY_MS, now)) return
  for (const { id, count } of await missingConnections(module, now)) {
    const detail = "register it again under the same id in medusa-config, and restart Medusa"
    module.log("connection_missing", { connection_id: id, count, detail })
  }
}
