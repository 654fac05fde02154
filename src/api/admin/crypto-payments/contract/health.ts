import type { EventState } from "./common"
import type { SettingField } from "./connections"

/**
 * `failing`: shoppers cannot pay, or money that arrived stays off its orders. `degraded`: payments flow, but later than
 * they should, or not all of them.
 */
export type HealthState = "ok" | "degraded" | "failing"

export type HealthCode =
  | "no_connection"
  | "connection_missing"
  | "setup_incomplete"
  | "secrets_unreadable"
  | "keys_refused"
  | "store_disabled"
  | "throttled"
  | "service_failing"
  | "webhooks_lost"
  | "webhooks_refused"
  | "sweep_stands_still"
  | "paid_not_settled"
  | "settling_fails"
  | "events_failing"
  | "clock_off"

export type HealthReasonView = {
  /** Stable. */
  code: HealthCode
  level: Exclude<HealthState, "ok">
  /** What is wrong and what to do. */
  message: string
  /** Null: about the store as a whole. */
  connection_id: string | null
  since: string | null
  /** When it is over by itself. */
  until: string | null
  /** How many payments or events it is about. */
  count: number | null
  /** An error's or a refusal's code; for clocks, how far apart they are. */
  detail: string | null
}

export type ConnectionHealthView = {
  id: string
  /** Complete, so that payments can be asked for. */
  ready: boolean
  missing: SettingField[]
  /** What the service last said of the keys. */
  service: "unknown" | "working" | "credentials_broken" | "store_disabled"
  last_check_at: string | null
  last_error_code: string | null
  /** Until then the service is sent nothing, by no server. */
  throttled_until: string | null
  /** The newest event that was stored, and what came of it. */
  last_event: null | { id: string; received_at: string; state: EventState }
  /** The last delivery that was turned away. Anybody may send one. */
  last_refused: null | { at: string; code: string }
  /** The newest payments whose money arrived in the last thirty days, twenty at the most. */
  recently_paid: {
    count: number
    /** Found by asking the service alone: their events never came. */
    without_event: number
  }
}

/** Counts end at 1000. */
export type HealthView = {
  state: HealthState
  /** The worst first. */
  reasons: HealthReasonView[]
  checked_at: string
  connections: ConnectionHealthView[]
  /** Money that arrived and is on no order yet, but for what waits for a person. */
  unsettled: { count: number; oldest_since: string | null }
  /** Orders that were placed and that nothing was paid for, and when the oldest was placed: they hold stock. */
  waiting_orders: { count: number; oldest_since: string | null }
  /** Since when the oldest work of each kind is due that nobody has taken; null: none is. */
  due: {
    events: string | null
    /** Money to settle and living quotes. */
    payments: string | null
    /** Addresses that are watched for latecomers. */
    watched_payments: string | null
    /** Orders to note payments on. */
    notes: string | null
    payouts: string | null
  }
  /** Beginning of the last minute in which the service was asked about payments. */
  last_look_up_minute: string | null
  events: {
    /** To be worked on, now or later. */
    waiting: number
    /** Broke, and are tried again. */
    failed: number
    /** Name no payment of this store. */
    unmatched: number
  }
  /** What waits for a person: work to do, so no reason by itself. */
  attention: { count: number }
  clock: {
    /** This server's clock less the database's. */
    ahead_of_database_ms: number
    /** How far that may be wrong. */
    uncertain_ms: number
  }
}

/** `GET /admin/crypto-payments/health` answers 200 whatever the state is: 5xx says that it could not be told. */
export type HealthAnswer = { health: HealthView }
