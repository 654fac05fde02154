import {
  type ConnectionHealthFacts,
  EVENT_GRACE_MS,
  type HealthFacts,
  type HealthReason,
  type HealthState,
  judgeHealth,
} from "../../core/connection/health"
import { type WaitingOrders, waitingOrders } from "../../medusa/orders"
import type { Connection } from "../../modules/crypto-payments/connections/resolve"
import { type HealthNumbers, MOST_COUNTED } from "../../modules/crypto-payments/stores/health"
import type { WebhookEventRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { missingConnections } from "./missing-connections"
import { setupProblems } from "./setup"

/** Older payments say nothing about today's webhook. */
const RECENT_MS = 30 * 86_400_000

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
  /** Items that wait for a person: work, not a fault. */
  attention: number
  waiting: WaitingOrders
  connections: ConnectionHealth[]
}

/**
 * Whether payments flow. Everything is read from the database, so every server gives the same answer. Asks the clock
 * twice, to tell a wrong clock from a slow database.
 */
export async function readHealth(context: Context): Promise<Health> {
  const { container, store, clock } = context
  const asked = clock()
  const numbers = await store.health.numbers(asked)
  const now = clock()
  const connections = await Promise.all(store.connectionIds().map((id) => readConnection(context, id)))
  const missing = await missingConnections(context)
  const attention = await store.lists.attention.count(undefined, MOST_COUNTED, missing)
  const waiting = await waitingOrders(container, await store.health.waitingOrders())
  const known = connections.filter((one) => one !== undefined)
  const facts: HealthFacts = {
    connections: known.map(({ facts }) => facts),
    missing,
    setup: await setupProblems(context),
    due: {
      urgent: oldest(numbers.event_due_at, numbers.payment_due_at, numbers.note_due_at, numbers.payout_due_at),
      watched: numbers.watched_due_at,
    },
    lastLookUpMinute: numbers.last_look_up_minute,
    unsettled: { count: numbers.unsettled, oldest: numbers.oldest_unsettled_at },
    faults: { settling: numbers.settling_faults, events: numbers.event_faults },
    clock: clockFacts(asked, now, numbers.database_now),
  }
  return { ...judgeHealth(facts, now), checkedAt: now, facts, numbers, attention, waiting, connections: known }
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
  const facts: ConnectionHealthFacts = {
    id,
    ready: connection.settings !== undefined,
    // A field that medusa-config gives is not missed.
    unreadable: connection.settings === undefined && connection.unreadable.length > 0,
    service: row?.health ?? "unknown",
    lastCheckAt: row?.last_check_at ?? null,
    lastErrorCode: row?.last_error_code ?? null,
    failingSince: row?.failing_since ?? null,
    throttledUntil: row?.throttled_until ?? null,
    lastEventAt: event?.created_at ?? null,
    lastRefused:
      row?.last_refused_at && row.last_refused_code ? { at: row.last_refused_at, code: row.last_refused_code } : null,
    paid,
  }
  return { connection, event, facts }
}

const oldest = (...moments: (Date | null)[]): Date | null =>
  moments.filter((one): one is Date => one !== null).sort((a, b) => a.getTime() - b.getTime())[0] ?? null

/** The database answered between the two, most likely in the middle. */
function clockFacts(asked: Date, answered: Date, database: Date): HealthFacts["clock"] {
  const uncertainMs = (answered.getTime() - asked.getTime()) / 2
  return { aheadMs: Math.round(asked.getTime() + uncertainMs - database.getTime()), uncertainMs }
}
