import { providerIdOf } from "../../core/assets/offered-assets"
import type { MissingConnection } from "../../core/connection/health"
import type { SetupProblem } from "../../core/connection/setup"
import { countRegionsWith } from "../../medusa/regions"
import type { Context } from "../context"
import { tellAdminsOfConnection } from "../notify-store/tell-admins"

/** Mistakes of the installation: in medusa-config, in the database, and in Medusa's regions. */
export async function setupProblems(context: Context): Promise<SetupProblem[]> {
  const problems = await context.store.setupProblems()
  const unreadable = problems.some(({ code }) => code === "migrations_missing")
  return unreadable ? problems : [...problems, ...(await regionProblems(context))]
}

async function regionProblems({ store, container }: Context): Promise<SetupProblem[]> {
  const problems: SetupProblem[] = []
  for (const id of store.connectionIds()) {
    // A connection without payments was never offered. If it has payments, the owner removed it from the regions.
    const provider = providerIdOf(id)
    if ((await countRegionsWith(container, provider)) > 0 || (await store.payments.anyOf(id))) continue
    problems.push({ code: "provider_in_no_region", detail: provider })
  }
  return problems
}

/** Logs mistakes in Medusa's regions, once in each process. They cannot be read earlier, at startup. */
export async function tellOfRegions(context: Context): Promise<void> {
  const { store, clock } = context
  if (!store.isTimeFor("regions", Number.POSITIVE_INFINITY, clock())) return
  for (const problem of await regionProblems(context)) store.logSetup(problem)
}

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

/** How often a process repeats the log line, in milliseconds. */
const TOLD_EVERY_MS = 3_600_000

/** Reports each missing connection that payments need: in each process's log once an hour, in the bell once. */
export async function tellOfMissing(context: Context): Promise<void> {
  const { store, clock, log } = context
  if (!store.isTimeFor("missing connections", TOLD_EVERY_MS, clock())) return
  for (const { id, count } of await missingConnections(context)) {
    const detail = "register it again under the same id in medusa-config, and restart Medusa"
    log("connection_missing", { connection_id: id, count, detail })
    const askedAt = (await store.connections.get(id))?.lookup_minute ?? null
    await tellAdminsOfConnection(context, { id, count, askedAt })
  }
}
