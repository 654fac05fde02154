import { type HealthReason, healthWords, throttledUntil, worstOutage } from "../../../../core/connection/health"
import { fieldOf, type SettingField } from "../../../../core/connection/setting-fields"
import type { ConnectionHealth, Health } from "../../../../workflows/health/read-health"
import { type Fields, iso, isoOrNull, serialize, type ViewOf } from "./values"

/** Counts are at most 1000. */
export const HEALTH = {
  state: ({ state }) => state,
  /** Worst first. */
  reasons: ({ reasons }) => reasons.map(reasonView),
  checked_at: ({ checkedAt }) => iso(checkedAt),
  connections: ({ connections, checkedAt }) => connections.map((one) => connectionHealthView(one, checkedAt)),
  /** Money that arrived and is not on an order yet, without attention items. */
  unsettled: ({ numbers }) => ({ count: numbers.unsettled, oldest_since: isoOrNull(numbers.oldest_unsettled_at) }),
  /** Placed orders that are not paid in full and reserve stock, and when the oldest was placed. */
  waiting_orders: ({ waiting }) => ({ count: waiting.ids.length, oldest_since: isoOrNull(waiting.oldest) }),
  /** When the oldest unclaimed work of each kind became due; null if none is due. */
  due: ({ numbers }) => ({
    events: isoOrNull(numbers.event_due_at),
    /** Money to settle. */
    payments: isoOrNull(numbers.payment_due_at),
    /** Addresses to look up. */
    watched_payments: isoOrNull(numbers.watched_due_at),
    /** Order notes to write. */
    notes: isoOrNull(numbers.note_due_at),
    payouts: isoOrNull(numbers.payout_due_at),
  }),
  /** The start of the last minute in which a status lookup was sent. */
  last_lookup_minute: ({ numbers }) => isoOrNull(numbers.last_lookup_minute),
  events: ({ numbers }) => ({
    /** Will be processed, now or later. */
    waiting: numbers.events_waiting,
    /** Failed and will be retried. */
    failed: numbers.events_failed,
    /** Name no known payment of this store. */
    unmatched: numbers.events_unmatched,
  }),
  /** Attention items. They do not change the state. */
  attention: ({ attention }) => ({ count: attention }),
  clock: ({ facts }) => ({
    /** This server's clock minus the database's. */
    ahead_of_database_ms: facts.clock.aheadMs,
    /** How far that may be wrong. */
    uncertain_ms: facts.clock.uncertainMs,
  }),
} satisfies Fields<Health>

export type HealthView = ViewOf<typeof HEALTH>

export const healthView = (health: Health): HealthView => serialize(HEALTH, health)

export type HealthReasonView = ReturnType<typeof reasonView>
const reasonView = ({ code, level, connectionId, since, until, count, detail, setup }: HealthReason) => ({
  /** A stable code. */
  code,
  level,
  /** What is wrong and what to do. */
  message: healthWords({ code, detail }),
  /** Null if the reason is about the whole store. */
  connection_id: connectionId,
  since: isoOrNull(since),
  /** When it ends automatically. */
  until: isoOrNull(until),
  /** How many payments or events are affected. */
  count,
  /** The code of an error or a refusal, the status words, the clocks' difference, or the setup mistake's sentence. */
  detail,
  /** The mistake behind `setup_mistake`: its stable code, and what it is about. */
  setup,
})

export type ConnectionHealthView = ReturnType<typeof connectionHealthView>
function connectionHealthView({ connection, event, facts }: ConnectionHealth, now: Date) {
  const { lastRefused, paid } = facts
  return {
    id: facts.id,
    /** Complete, so payments can be created. */
    ready: facts.ready,
    // Only settings that an admin can enter can be missing.
    missing: connection.missing.map((name) => fieldOf(name) as SettingField),
    /** What the service's last answer says about the keys. */
    service: facts.service,
    last_check_at: isoOrNull(facts.lastCheckAt),
    last_error_code: worstOutage(facts, facts.creations, now)?.detail ?? facts.lastErrorCode,
    /** Until when the service is not asked, on every server: no call, or for more than two minutes no lookup. */
    throttled_until: isoOrNull(throttledUntil(facts, now)),
    /** The newest stored event and its state. */
    last_event: event ? { id: event.id, received_at: iso(event.created_at), state: event.state } : null,
    /** The last refused delivery. Anybody can send such a delivery. */
    last_refused: lastRefused && { at: iso(lastRefused.at), code: lastRefused.code },
    /**
     * Payments that were paid in the last thirty days, but not in the last five minutes, whose event may still come; at
     * most the latest twenty. `without_event`: those whose event is missing.
     */
    recently_paid: { count: paid.length, without_event: paid.filter(({ withoutEvent }) => withoutEvent).length },
  }
}
