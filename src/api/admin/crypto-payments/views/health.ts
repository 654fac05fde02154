import { HEALTH_WORDS, type HealthReason } from "../../../../core/connection/health"
import { fieldOf } from "../../../../core/connection/setting-fields"
import type { ConnectionHealth, Health } from "../../../../workflows/health/read-health"
import type { ConnectionHealthView, HealthReasonView, HealthView, SettingField } from "../contract"
import { iso, isoOrNull } from "./money"

export const HEALTH_FIELDS = [
  "state",
  "reasons",
  "checked_at",
  "connections",
  "unsettled",
  "waiting_orders",
  "due",
  "last_look_up_minute",
  "events",
  "attention",
  "clock",
] as const satisfies readonly (keyof HealthView)[]

export function healthView(health: Health): HealthView {
  const { state, reasons, checkedAt, facts, numbers, attention, waiting, connections } = health
  return {
    state,
    reasons: reasons.map(reasonView),
    checked_at: iso(checkedAt),
    connections: connections.map((one) => connectionHealthView(one, checkedAt)),
    unsettled: { count: numbers.unsettled, oldest_since: isoOrNull(numbers.oldest_unsettled_at) },
    waiting_orders: { count: waiting.count, oldest_since: isoOrNull(waiting.oldest) },
    due: {
      events: isoOrNull(numbers.event_due_at),
      payments: isoOrNull(numbers.payment_due_at),
      watched_payments: isoOrNull(numbers.watched_due_at),
      notes: isoOrNull(numbers.note_due_at),
      payouts: isoOrNull(numbers.payout_due_at),
    },
    last_look_up_minute: isoOrNull(numbers.last_look_up_minute),
    events: {
      waiting: numbers.events_waiting,
      failed: numbers.events_failed,
      unmatched: numbers.events_unmatched,
    },
    attention: { count: attention },
    clock: { ahead_of_database_ms: facts.clock.aheadMs, uncertain_ms: facts.clock.uncertainMs },
  }
}

const reasonView = ({ code, level, connectionId, since, until, count, detail }: HealthReason): HealthReasonView => ({
  code,
  level,
  message: HEALTH_WORDS[code],
  connection_id: connectionId,
  since: isoOrNull(since),
  until: isoOrNull(until),
  count,
  detail,
})

function connectionHealthView({ connection, event, facts }: ConnectionHealth, now: Date): ConnectionHealthView {
  const { throttledUntil, lastRefused, paid } = facts
  return {
    id: facts.id,
    ready: facts.ready,
    // Only what an admin can enter is ever missing.
    missing: connection.missing.map((name) => fieldOf(name) as SettingField),
    service: facts.service,
    last_check_at: isoOrNull(facts.lastCheckAt),
    last_error_code: facts.lastErrorCode,
    throttled_until: throttledUntil && throttledUntil > now ? iso(throttledUntil) : null,
    last_event: event ? { id: event.id, received_at: iso(event.created_at), state: event.state } : null,
    last_refused: lastRefused && { at: iso(lastRefused.at), code: lastRefused.code },
    recently_paid: { count: paid.length, without_event: paid.filter(({ withoutEvent }) => withoutEvent).length },
  }
}
