import type { Knex, PaymentRow } from "./rows"

/** A reason for attention of a payment, and when it began. `at` is a date as text. */
type LoggedReason = { reason: string; at: string }

const PRESENT = `coalesce(attention_log, CASE WHEN attention_reason IS NULL THEN '[]'
  ELSE jsonb_build_array(jsonb_build_object('reason', attention_reason, 'at', attention_at)) END)`

/**
 * The column to set together with a new `attention_reason`: appends the reason to the log, unless the payment still has
 * it. The last logged reason decides, because older versions changed `attention_reason` without logging it.
 */
export const logReason = (knex: Knex, reason: string | null | undefined, now: Date) =>
  reason
    ? {
        attention_log: knex.raw(
          `CASE WHEN attention_reason IS NULL OR ${PRESENT} -> -1 ->> 'reason' IS DISTINCT FROM ?
             THEN ${PRESENT} || jsonb_build_object('reason', ?::text, 'at', ?::timestamptz) ELSE ${PRESENT} END`,
          [reason, reason, now],
        ),
      }
    : {}

/** Every reason that a payment had, oldest first. Rows that are older than the log have only the present reason. */
export function reasonsOf({ attention_log, attention_reason: reason, attention_at: at }: PaymentRow): LoggedReason[] {
  if (attention_log) return attention_log as unknown as LoggedReason[]
  return reason && at ? [{ reason, at: at.toISOString() }] : []
}
