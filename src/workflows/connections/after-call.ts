import { failingSince } from "../../core/connection/health"
import type { ConnectionPatch } from "../../modules/crypto-payments/stores/connections"
import type { ConnectionRow } from "../../modules/crypto-payments/stores/rows"

/** What is kept of a connection once a call succeeded. */
export const afterSuccess = (now: Date): ConnectionPatch => ({
  health: "working",
  last_error_code: null,
  failing_since: null,
  last_check_at: now,
})

/** What is kept of one whose service gave no usable answer: a passing fault, or an outage where one follows another. */
export const afterOutage = (row: ConnectionRow, code: string, now: Date): ConnectionPatch => ({
  last_error_code: code,
  failing_since: failingSince({ failingSince: row.failing_since, lastCheckAt: row.last_check_at }, now),
  last_check_at: now,
})
