import { CRYPTO_PROVIDER } from "../../../../support/constants"
import type { Facts } from "../facts"
import { whole } from "../minor-units"

/** One payment, one capture of its amount, one order. */
export function capturedOnce({ rows, payments, orders, story }: Facts): string[] {
  const problems: string[] = []
  if (orders.length > 1) problems.push(`the cart became the orders ${orders.join()}`)
  const ours = payments.filter(({ provider }) => provider === CRYPTO_PROVIDER)
  for (const { externalId, captures, id } of ours) {
    if (captures.length > 0 && !rows.some(({ external_id }) => external_id === externalId)) {
      problems.push(`payment ${id} of Medusa is captured for ${externalId}, which is none of ours`)
    }
  }
  for (const { external_id, status, amount_minor, order_id } of rows) {
    const captures = ours.filter(({ externalId }) => externalId === external_id).flatMap((one) => one.captures)
    const amounts = captures.map(({ minor }) => minor)
    if (captures.length > 1) problems.push(`${external_id} is captured ${captures.length} times: ${amounts.join()}`)
    if (captures.length > 0 && !story.paid.has(external_id)) problems.push(`${external_id} is captured, and unpaid`)
    if (amounts.some((minor) => String(whole(minor)) !== amount_minor)) {
      problems.push(`${external_id} is of ${amount_minor}, and ${amounts.join()} is captured`)
    }
    if (status === "settled" && captures.length === 0) problems.push(`${external_id} is settled and not captured`)
    if (status === "settled" && (order_id === null || order_id !== story.orderId)) {
      problems.push(`${external_id} is settled on ${order_id}, and the order is ${story.orderId}`)
    }
  }
  return problems
}
