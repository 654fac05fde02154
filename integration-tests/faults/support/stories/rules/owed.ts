import { CRYPTO_PROVIDER } from "../../../../support/constants"
import type { ActName } from "../../shop-model"
import { isOffice } from "../acts"
import { outstandingOf, surplusOf, total } from "../books"
import type { Facts } from "../facts"
import { whole } from "../minor-units"

/** Acts of admins that change what an order owes or has received. */
const CHANGES_WHAT_IS_OWED: ReadonlySet<ActName> = new Set([
  ...(["edit up", "edit down", "credit", "pay by hand", "return", "exchange", "claim", "send back"] as const),
  ...(["request return", "receive return"] as const),
])

/** No order gets more money than it owes, unless an attention item is open or an admin's act has just caused it. */
export function holdsNoMoreThanOwed(facts: Facts): string[] {
  const { rows, step, story, order } = facts
  const surplus = surplusOf(facts)
  if (surplus <= story.before.surplus) return []
  if (step.some(({ do: name }) => CHANGES_WHAT_IS_OWED.has(name))) return []
  if (rows.some(({ attention_reason }) => attention_reason !== null)) return []
  return [`the order of ${order?.total} holds ${surplus} more than it owes, and nobody is told`]
}

/** The money of an order that was canceled after it was paid is in attention until it is paid out or closed. */
export function canceledIsPaidOut({ rows, order, payments }: Facts): string[] {
  if (!order?.canceled) return []
  const held = (id: string): number => {
    const own = payments.filter(({ externalId, provider }) => externalId === id && provider === CRYPTO_PROVIDER)
    return total(own.flatMap(({ captures }) => captures)) - total(own.flatMap(({ refunds }) => refunds))
  }
  return rows
    .filter((row) => row.status === "settled" && row.attention_reason !== "payout_due" && row.closed_at === null)
    .filter(({ external_id }) => whole(held(external_id)) > 0)
    .map(({ external_id }) => `${external_id} was captured on a canceled order, and nobody is told`)
}

/** `order_paid_otherwise` is only given if the order was really paid another way. */
export function toldTwiceOnlyOfTwo({ rows, payments, order, story, step }: Facts): string[] {
  const told = rows.filter(({ attention_reason }) => attention_reason === "order_paid_otherwise")
  return told.flatMap(({ external_id }) => {
    const own = payments.filter(({ externalId, captures }) => externalId === external_id && captures.length > 0)
    if (own.length > 0) return [`${external_id} is captured, and somebody is told that it came twice`]
    // Checked only when the reason is new, because the order may owe more later.
    if (story.before.reasons.get(external_id) === "order_paid_otherwise") return []
    if (!order) return [`${external_id} is said to have come twice, and there is no order`]
    // Authorized by another provider, but not captured yet.
    const promised = payments.filter(
      ({ canceled, captures, provider }) => !canceled && captures.length === 0 && provider !== CRYPTO_PROVIDER,
    )
    const outstanding = outstandingOf(order)
    const owed = Math.min(outstanding, story.before.owed ?? outstanding) - total(promised)
    if (owed < 1 || step.filter(isOffice).length > 0) return []
    return [`${external_id} is said to have come twice, and the order still owes ${order.owes}`]
  })
}

/** Each payment on a collection of the order has the order's id. */
export const knowsItsOrder = ({ rows, order }: Facts): string[] =>
  order === null
    ? []
    : rows
        .filter(({ order_id }) => order_id !== order.id)
        .map(({ external_id, order_id }) => `${external_id} of order ${order.id} says that its order is ${order_id}`)

/** Nobody is told that an order is overpaid by less than one minor unit, or by goods that are not back. */
export const onlyWholeUnitsAreOverpaid = (facts: Facts): string[] =>
  facts.story.unannounced || facts.story.captureMayBeLost || surplusOf(facts) > 0
    ? []
    : facts.rows
        .filter(({ attention_reason }) => attention_reason === "order_overpaid")
        .map(
          ({ external_id, attention_detail }) => `${external_id} is overpaid by ${attention_detail}, which it is not`,
        )

/**
 * A cart becomes an order only for what it costs: what was captured for it by then is its total, or nothing. An order
 * that was placed for an unpaid quote of its price may take older money as a part right afterwards.
 */
export function placedOnlyForItsPrice({ order, payments, story, step, rows }: Facts): string[] {
  if (!order || !story.cart || story.before.owed !== null || step.some(isOffice)) return []
  if (rows.some(({ confirmed_at, amount_minor }) => confirmed_at && Number(amount_minor) === whole(order.total)))
    return []
  const captured = total(payments.flatMap(({ captures }) => captures))
  return captured > 0 && captured < order.total
    ? [`the order of ${order.total} was placed with ${captured} captured`]
    : []
}

/** An order that still owes something says so to the shopper who paid a part of it. */
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
