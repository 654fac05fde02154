import type { HealthReason } from "../../../../core/connection/health"
import { HEALTH_WORDS } from "../../../../core/connection/health-words"
import { fieldOf, type SettingField } from "../../../../core/connection/setting-fields"
import type { ConnectionHealth, Health } from "../../../../workflows/health/read-health"
import { type Fields, iso, isoOrNull, show, type ViewOf } from "./values"

/** Counts end at 1000. */
export const HEALTH = {
  state: ({ state }) => state,
  /** The worst first. */
  reasons: ({ reasons }) => reasons.map(reasonView),
  checked_at: ({ checkedAt }) => iso(checkedAt),
  connections: ({ connections, checkedAt }) => connections.map((one) => connectionHealthView(one, checkedAt)),
  /** Money that arrived and is on no order yet, without what waits for a person. */
  unsettled: ({ numbers }) => ({ count: numbers.unsettled, oldest_since: isoOrNull(numbers.oldest_unsettled_at) }),
  /** Placed orders that hold stock and that nothing was paid for, and when the oldest was placed. */
  waiting_orders: ({ waiting }) => ({ count: waiting.count, oldest_since: isoOrNull(waiting.oldest) }),
  /** Since when the oldest unclaimed work of each kind is due; null: none is. */
  due: ({ numbers }) => ({
    events: isoOrNull(numbers.event_due_at),
    /** Money to settle and living quotes. */
    payments: isoOrNull(numbers.payment_due_at),
    /** Addresses that are watched after their quote expired. */
    watched_payments: isoOrNull(numbers.watched_due_at),
    /** Orders to note payments on. */
    notes: isoOrNull(numbers.note_due_at),
    payouts: isoOrNull(numbers.payout_due_at),
  }),
  /** Beginning of the last minute in which we asked the service about payments. */
  last_look_up_minute: ({ numbers }) => isoOrNull(numbers.last_look_up_minute),
  events: ({ numbers }) => ({
    /** To be worked on, now or later. */
    waiting: numbers.events_waiting,
    /** Failed, and will be retried. */
    failed: numbers.events_failed,
    /** Name no payment of this store. */
    unmatched: numbers.events_unmatched,
  }),
  /** What waits for a person. This alone does not change the state. */
  attention: ({ attention }) => ({ count: attention }),
  clock: ({ facts }) => ({
    /** This server's clock minus the database's. */
    ahead_of_database_ms: facts.clock.aheadMs,
    /** How far that may be wrong. */
    uncertain_ms: facts.clock.uncertainMs,
  }),
} satisfies Fields<Health>

export type HealthView = ViewOf<typeof HEALTH>

export const healthView = (health: Health): HealthView => show(HEALTH, health)

export type HealthReasonView = ReturnType<typeof reasonView>
const reasonView = ({ code, level, connectionId, since, until, count, detail }: HealthReason) => ({
  /** Stable. */
  code,
  level,
  /** What is wrong and what to do. */
  message: HEALTH_WORDS[code] as string,
  /** Null: about the store as a whole. */
  connection_id: connectionId,
  since: isoOrNull(since),
  /** When it ends automatically. */
  until: isoOrNull(until),
  /** How many payments or events it is about. */
  count,
  /** An error's or a refusal's code; for clocks, how far apart they are. */
  detail,
})

export type ConnectionHealthView = ReturnType<typeof connectionHealthView>
function connectionHealthView({ connection, event, facts }: ConnectionHealth, now: Date) {
  const { throttledUntil, lastRefused, paid } = facts
  return {
    id: facts.id,
    /** Complete, so payments can be created. */
    ready: facts.ready,
    // Only settings that an admin can enter are ever missing.
    missing: connection.missing.map((name) => fieldOf(name) as SettingField),
    /** What the service last said of the keys. */
    service: facts.service,
    last_check_at: isoOrNull(facts.lastCheckAt),
    last_error_code: facts.lastErrorCode,
    /** Until then no server sends the service anything. */
    throttled_until: throttledUntil && throttledUntil > now ? iso(throttledUntil) : null,
    /** The newest stored event and its state. */
    last_event: event ? { id: event.id, received_at: iso(event.created_at), state: event.state } : null,
    /** The last refused delivery. Anybody may send one. */
    last_refused: lastRefused && { at: iso(lastRefused.at), code: lastRefused.code },
    /** The newest payments whose money arrived in the last thirty days, at most twenty. `without_event`: their event never came. */
    recently_paid: { count: paid.length, without_event: paid.filter(({ withoutEvent }) => withoutEvent).length },
  }
}
