import { CRYPTO_PROVIDER } from "../../../../support/constants"
import { type ActName, isOffice } from "../acts"
import { outstandingOf } from "../books"
import type { Facts } from "../facts"
import { whole } from "../minor-units"

/** Acts of admins that change what an order owes or has received. */
const CHANGES_WHAT_IS_OWED: ReadonlySet<ActName> = new Set([
  ...(["edit up", "edit down", "credit", "pay by hand", "return", "exchange", "claim", "send back"] as const),
  ...(["request return", "receive return"] as const),
])

/** Captured money above what the order costs, in whole minor units. */
export const surplusOf = ({ order }: Pick<Facts, "order">): number =>
  order === null || order.canceled ? 0 : whole(-order.owes)

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
  const held = (id: string): number =>
    payments
      .filter(({ externalId, provider }) => externalId === id && provider === CRYPTO_PROVIDER)
      .flatMap(({ captures, refunds }) => [...captures, ...refunds.map(({ minor }) => ({ minor: -minor }))])
      .reduce((sum, { minor }) => sum + minor, 0)
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
    const promised = payments
      .filter(({ canceled, captures, provider }) => !canceled && captures.length === 0 && provider !== CRYPTO_PROVIDER)
      .reduce((sum, { minor }) => sum + minor, 0)
    const outstanding = outstandingOf(order)
    const owed = Math.min(outstanding, story.before.owed ?? outstanding) - promised
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
