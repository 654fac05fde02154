import type { MissingConnection } from "../../core/connection/health"
import type { Context } from "../context"

/** Connections that medusa-config no longer registers but payments still need. */
export async function missingConnections(context: Context): Promise<MissingConnection[]> {
  const { store, clock } = context
  const now = clock()
  const registered = new Set(store.connectionIds())
  const found: MissingConnection[] = []
  for (const id of await store.health.waitedFor()) {
    if (registered.has(id)) continue
    const [row, { count, living }] = await Promise.all([store.connections.get(id), store.health.waiting(id, now)])
    if (count > 0) found.push({ id, count, living, since: row?.lookup_minute ?? row?.updated_at ?? now })
  }
  return found
}

/** How often a process repeats the line in its log. */
const TOLD_EVERY_MS = 3_600_000

/** Logs each missing connection that payments need, once an hour in each process. */
export async function tellOfMissing(context: Context): Promise<void> {
  const { store, clock, log } = context
  const now = clock()
  if (!store.isTimeFor("missing connections", TOLD_EVERY_MS, now)) return
  for (const { id, count } of await missingConnections(context)) {
    const detail = "register it again under the same id in medusa-config, and restart Medusa"
    log("connection_missing", { connection_id: id, count, detail })
  }
}
