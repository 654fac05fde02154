import { providerIdOf } from "../../core/assets/choices"
import { accountOf } from "../../core/connection/account"
import {
  type ConnectionHealthFacts,
  EVENT_GRACE_MS,
  type HealthFacts,
  type HealthReason,
  type HealthState,
  judgeHealth,
  type MissingConnection,
  RECENT_MS,
  type StatusWordFacts,
} from "../../core/connection/health"
import type { SetupProblem } from "../../core/connection/setup"
import { classifyWord } from "../../core/payment/status-word"
import { loadOrderBalances } from "../../medusa/balance"
import { type WaitingOrders, waitingOrders } from "../../medusa/orders"
import { countRegionsWith, providersNotLoaded } from "../../medusa/shop"
import { type Connection, lastRefused } from "../../modules/crypto-payments/connections/resolve"
import { type HealthNumbers, MOST_COUNTED } from "../../modules/crypto-payments/stores/health"
import type { WebhookEventRow } from "../../modules/crypto-payments/stores/rows"
import { failuresIn } from "../connections/call-outcome"
import type { Context } from "../context"
import { tellAdminsOfConnection } from "../store-events/notify"

export type ConnectionHealth = {
  connection: Connection
  event: WebhookEventRow | undefined
  facts: ConnectionHealthFacts
}

export type Health = {
  state: HealthState
  reasons: HealthReason[]
  checkedAt: Date
  facts: HealthFacts
  numbers: HealthNumbers
  attention: number
  waiting: WaitingOrders
  connections: ConnectionHealth[]
}

/**
 * Reads from the database whether payments work, so every server gives the same answer. It reads the clock before and
 * after, to distinguish a wrong clock from a slow database.
 */
export async function readHealth(context: Context): Promise<Health> {
  const { container, store, clock } = context
  const asked = clock()
  const installed = await store.setupProblems()
  if (isUnreadable(installed)) return withoutTables(installed, asked)
  const out = await outOfRegions(context)
  const regions = {
    setup: [...installed, ...neverOffered(out)],
    removed: out.filter(({ wasOffered }) => wasOffered).map(({ connectionId }) => connectionId),
  }
  const connected = await Promise.all(store.connectionIds().map((id) => store.connection(id)))
  const askable = connected.flatMap((one) => (one?.settings ? [one.id] : []))
  const begun = clock()
  const numbers = await store.health.numbers(begun, askable)
  const now = clock()
  const connections = await Promise.all(store.connectionIds().map((id) => readConnection(context, id)))
  const missing = await missingConnections(context)
  const attention = await store.lists.attention.count({ connections: missing }, MOST_COUNTED)
  const waiting = await waitingOrders(container, await store.health.waitingOrders())
  const known = connections.filter((one) => one !== undefined)
  const measured = clockFacts(begun, now, numbers.database_now)
  // The context's clock follows the database's, so this server's own clock is wrong by what corrects it.
  const wrong = { ...measured, aheadMs: Math.round(measured.aheadMs - store.databaseClock.offsetMs) }
  const facts = factsOf(numbers, wrong, { connections: known.map(({ facts }) => facts), missing, ...regions })
  return { ...judgeHealth(facts, now), checkedAt: now, facts, numbers, attention, waiting, connections: known }
}

function factsOf(
  numbers: HealthNumbers,
  clock: HealthFacts["clock"],
  read: Pick<HealthFacts, "connections" | "missing" | "setup" | "removed">,
): HealthFacts {
  return {
    ...read,
    due: {
      urgent: oldest(numbers.event_due_at, numbers.payment_due_at, numbers.note_due_at, numbers.payout_due_at),
      watched: numbers.watched_due_at,
    },
    lastLookupMinute: numbers.last_lookup_minute,
    unsettled: { count: numbers.unsettled, oldest: numbers.oldest_unsettled_at },
    faults: { settling: numbers.settling_faults, events: numbers.event_faults },
    clock,
  }
}

const NO_NUMBERS = {
  event_due_at: null,
  payment_due_at: null,
  watched_due_at: null,
  note_due_at: null,
  payout_due_at: null,
  last_lookup_minute: null,
  oldest_unsettled_at: null,
  unsettled: 0,
  settling_faults: 0,
  event_faults: 0,
  events_waiting: 0,
  events_failed: 0,
  events_unmatched: 0,
}

function withoutTables(setup: HealthFacts["setup"], now: Date): Health {
  const numbers = { ...NO_NUMBERS, database_now: now }
  const facts = factsOf(numbers, { aheadMs: 0, uncertainMs: 0 }, { connections: [], missing: [], setup })
  const reasons = judgeHealth(facts, now).reasons.filter(({ code }) => code === "setup_mistake")
  const waiting = { ids: [], oldest: null }
  return { state: "failing", reasons, checkedAt: now, facts, numbers, attention: 0, waiting, connections: [] }
}

async function readConnection(context: Context, id: string): Promise<ConnectionHealth | undefined> {
  const { store, clock } = context
  const now = clock()
  const before = new Date(now.getTime() - EVENT_GRACE_MS)
  const after = new Date(now.getTime() - RECENT_MS)
  const [connection, event, paid] = await Promise.all([
    store.connection(id, 0),
    store.connections.lastEvent(id),
    store.health.paid(id, before, after),
  ])
  if (!connection) return undefined
  const { row } = connection
  const words = await statusWordFacts(context, connection)
  const failures = failuresIn(row)
  const facts: ConnectionHealthFacts = {
    id,
    ready: connection.settings !== undefined,
    // An unreadable secret does not matter if medusa-config gives the setting.
    unreadable: connection.settings === undefined && connection.unreadable.length > 0,
    service: row?.health ?? "unknown",
    ...failures.calls,
    creations: failures.creations,
    throttledUntil: row?.throttled_until ?? null,
    lookupsPausedUntil: row?.lookups_paused_until ?? null,
    lastEventAt: event?.created_at ?? null,
    lastRefused: lastRefused(row),
    words,
    payerIpMissingAt: connection.settings?.payerIp === "off" ? null : (row?.payer_ip_missing_at ?? null),
    paid,
  }
  return { connection, event, facts }
}

export async function statusWordFacts({ store }: Context, { id, row, settings }: Connection): Promise<StatusWordFacts> {
  if (!settings) return { unknown: [], proven: null }
  const found = await store.health.unknownWords(id)
  const word = row?.proven_status_account === accountOf(settings).fingerprint ? row.proven_status : null
  return {
    unknown: found.filter((one) => one.count > 0 && classifyWord(one.word, settings) === "unknown"),
    proven: word === null ? null : { word, meaning: classifyWord(word, settings) },
  }
}

const oldest = (...moments: (Date | null)[]): Date | null =>
  moments.filter((one): one is Date => one !== null).sort((a, b) => a.getTime() - b.getTime())[0] ?? null

/** Assumes that the database answered halfway between the two times. */
function clockFacts(asked: Date, answered: Date, database: Date): HealthFacts["clock"] {
  const uncertainMs = (answered.getTime() - asked.getTime()) / 2
  return { aheadMs: Math.round(asked.getTime() + uncertainMs - database.getTime()), uncertainMs }
}

/** The open work that must be done before a store removes the plugin. */
export async function whatIsOpen(context: Context) {
  const { container, store } = context
  const missing = await missingConnections(context)
  const ids = [...store.connectionIds(), ...missing.map(({ id }) => id)]
  const connections = ids.map(async (id) => {
    const regions = await countRegionsWith(container, providerIdOf(id))
    const { live: payments, tested } = await store.health.unfinished(id)
    return { id, regions, payments, tested }
  })
  const attention = await store.lists.attention.count({ connections: missing }, MOST_COUNTED)
  const { ids: orders } = await waitingOrders(container, await store.health.waitingOrders())
  return {
    /** For each connection: how many regions offer it, and how many payments are watched or not settled, live and in test mode. */
    connections: await Promise.all(connections),
    attention,
    orders: orders.length,
    /** Payment links whose order still owes something. Their pages can show an address even if no region offers crypto. */
    links: await owingLinks(context),
  }
}

async function owingLinks({ container, store }: Context): Promise<number> {
  let owing = 0
  for (let last = ""; ; ) {
    const links = await store.paymentLinks.after(last, MOST_COUNTED)
    const balances = await loadOrderBalances(
      container,
      links.map(({ order_id }) => order_id),
    )
    for (const { canceled, outstanding } of balances.values()) if (!canceled && outstanding) owing++
    last = links.at(-1)?.id ?? last
    if (links.length < MOST_COUNTED) return owing
  }
}

/** Mistakes of the installation: in medusa-config, in the database, and in Medusa's regions. */
export async function setupProblems(context: Context): Promise<SetupProblem[]> {
  const problems = await context.store.setupProblems()
  return isUnreadable(problems) ? problems : [...problems, ...neverOffered(await outOfRegions(context))]
}

const isUnreadable = (problems: readonly SetupProblem[]): boolean =>
  problems.some(({ code }) => code === "migrations_missing")

const neverOffered = (out: Awaited<ReturnType<typeof outOfRegions>>): SetupProblem[] =>
  out.flatMap(({ providerId, wasOffered }) =>
    wasOffered ? [] : [{ code: "provider_in_no_region" as const, detail: providerId }],
  )

/** The providers that no region offers. One with payments was offered, and its owner removed it from the regions. */
export async function outOfRegions({ store, container }: Context) {
  const found: { connectionId: string; providerId: string; wasOffered: boolean }[] = []
  for (const connectionId of store.connectionIds()) {
    const providerId = providerIdOf(connectionId)
    if ((await countRegionsWith(container, providerId)) > 0) continue
    found.push({ connectionId, providerId, wasOffered: await store.health.anyOf(connectionId) })
  }
  return found
}

export const lostProviders = ({ container }: Context): Promise<string[]> => providersNotLoaded(container)

/** Logs mistakes in Medusa's regions, once in each process. They cannot be read earlier, at startup. */
export async function warnAboutRegions(context: Context): Promise<void> {
  const { store, clock } = context
  if (!store.isTimeFor("regions", Number.POSITIVE_INFINITY, clock())) return
  for (const problem of neverOffered(await outOfRegions(context))) store.logSetup(problem)
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
export async function warnAboutMissing(context: Context): Promise<void> {
  const { store, clock, log } = context
  if (!store.isTimeFor("missing connections", TOLD_EVERY_MS, clock())) return
  for (const { id, count } of await missingConnections(context)) {
    const detail = "register it again under the same id in medusa-config, and restart Medusa"
    log("connection_missing", { connection_id: id, count, detail })
    const askedAt = (await store.connections.get(id))?.lookup_minute ?? null
    await tellAdminsOfConnection(context, { id, count, askedAt })
  }
}
