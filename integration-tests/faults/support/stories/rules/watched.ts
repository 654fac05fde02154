import { type AttentionReason, RETRIED_REASONS } from "../../../../../src/core/payment/attention-reasons"
import { isPaid, type PaymentState } from "../../../../../src/core/payment/lifecycle"
import { goesBack } from "../../../../../src/core/payment/settlement"
import type { PaymentRow } from "../../../../../src/modules/crypto-payments/stores/rows"
import { minutesFromNow } from "../../../../support/crypto-payments"
import type { Facts } from "../facts"
import { accountNow } from "../story"

/** The order of the states. A payment never goes back to a lower one. */
const PROGRESS: Record<PaymentState, number> = {
  ...{ awaiting_payment: 0, expired: 1, completed: 2, attention: 3, settled: 4, closed: 4 },
}

/** Nothing paid is lost: a shown address is watched, and a known payment ends settled or in attention. */
export const nothingIsLost = ({ rows, story }: Facts): string[] =>
  rows.flatMap((row) => {
    const name = `payment ${row.external_id}, ${row.status},`
    const problems: string[] = []
    const paidByUs = isPaid(row.status)
    if (paidByUs && !story.paid.has(row.external_id)) problems.push(`${name} was never paid`)
    if (!paidByUs && story.told.has(row.external_id)) problems.push(`${name} is paid and its event was answered 200`)
    if (!paidByUs && row.next_check_at === null) problems.push(`${name} is watched no more`)
    if (row.status === "completed" && row.next_check_at === null) problems.push(`${name} is never tried again`)
    if (row.status === "attention") {
      if (!row.attention_reason) problems.push(`${name} gives no reason`)
      const retried = RETRIED_REASONS.has(row.attention_reason as AttentionReason)
      if (retried && row.next_check_at === null && !goesBack(row))
        problems.push(`${name} is not retried for ${row.attention_reason}`)
    }
    const before = story.before.reached.get(row.external_id)
    if (before && PROGRESS[row.status] < PROGRESS[before]) problems.push(`${name} was ${before} before`)
    return problems
  })

const CLOSE_WATCH_MINUTES = 15
const FOUND_WITHIN_MINUTES = 2

/** While a quote is valid and for 15 minutes after, lookups find the money of a lost event within two minutes. */
export const lostEventsAreMadeGood = (facts: Facts): string[] =>
  facts.rows.flatMap((row) => {
    const waited = waitedFor(facts, row)
    return waited === null || isPaid(row.status) || waited < FOUND_WITHIN_MINUTES
      ? []
      : [`payment ${row.external_id} was paid ${waited} minutes ago, and no look found it`]
  })

/** Minutes in which sweeps could have found the money; null if none had to. */
function waitedFor({ shop, story }: Facts, row: PaymentRow): number | null {
  const paidAt = story.paid.get(row.external_id)
  const { sweptAt, answeredSince } = story
  if (paidAt === undefined || sweptAt === null || !story.connected) return null
  if (!accountNow(shop, story).payment(row.external_id)) return null
  const watchedUntil = row.quote_expires_at.getTime() + CLOSE_WATCH_MINUTES * 60_000
  return minutesFromNow(sweptAt).getTime() < watchedUntil ? sweptAt - Math.max(paidAt, answeredSince) : null
}

/** Test money settles nothing in a live shop, unless the order was placed in test mode. */
export const testMoneyBuysNothing = ({ rows, story }: Facts): string[] =>
  story.mode !== "live" || story.placedIn === "test"
    ? []
    : rows
        .filter(({ test_mode, status }) => test_mode && status === "settled")
        .filter(({ external_id }) => story.before.reached.get(external_id) !== "settled")
        .map(({ external_id }) => `${external_id} is test money, and is settled in a live shop`)
