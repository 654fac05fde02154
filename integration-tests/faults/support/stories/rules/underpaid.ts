import { isOffice } from "../acts"
import { outstandingOf } from "../books"
import type { Facts } from "../facts"
import { whole } from "../minor-units"

/**
 * A cart becomes an order only for what it costs: what was captured for it by then is its total, or nothing. An order
 * that was placed for an unpaid quote of its price may take older money as a part right afterwards.
 */
export function placedOnlyForItsPrice({ order, payments, story, step, rows }: Facts): string[] {
  if (!order || !story.cart || story.before.owed !== null || step.some(isOffice)) return []
  if (rows.some(({ confirmed_at, amount_minor }) => confirmed_at && Number(amount_minor) === whole(order.total)))
    return []
  const captured = payments.flatMap(({ captures }) => captures).reduce((sum, { minor }) => sum + minor, 0)
  return captured > 0 && captured < order.total
    ? [`the order of ${order.total} was placed with ${captured} captured`]
    : []
}

/** An order that still owes something says so to whoever paid a part of it. */
export function owesNothingInSilence({ order, rows, views, payments }: Facts): string[] {
  if (!order || order.canceled) return []
  const owed = outstandingOf(order)
  if (owed <= 0) return []
  // What another provider authorized is not asked for, and what was sent back may be what is owed.
  const isUnclear = payments.some(
    ({ canceled, captures, refunds }) => refunds.length > 0 || (!canceled && captures.length === 0),
  )
  if (isUnclear) return []
  return rows
    .filter(({ id, status }) => status === "settled" && views.get(id)?.outstanding?.minor !== owed)
    .map(({ external_id }) => `${external_id} is settled, the order owes ${owed}, and its page does not say so`)
}
