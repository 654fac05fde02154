import { loadOrderBalance } from "../../../../../src/medusa/balance"
import { outstandingOf } from "../books"
import type { Facts } from "../facts"
import { whole } from "../minor-units"
import { surplusOf } from "./owed"

/** Nobody is told that an order is overpaid by less than one minor unit, or by goods that are not back. */
export const onlyWholeUnitsAreOverpaid = (facts: Facts): string[] =>
  facts.story.unannounced || facts.story.captureMayBeLost || surplusOf(facts) > 0
    ? []
    : facts.rows
        .filter(({ attention_reason }) => attention_reason === "order_overpaid")
        .map(
          ({ external_id, attention_detail }) => `${external_id} is overpaid by ${attention_detail}, which it is not`,
        )

/** Money that another provider authorized and did not capture, in minor units. */
const promised = ({ payments }: Facts): number =>
  payments
    .filter(({ canceled, refunds }) => !canceled && refunds.length === 0)
    .reduce((sum, one) => sum + Math.max(0, one.minor - one.captures.reduce((all, { minor }) => all + minor, 0)), 0)

/** The books, the admin, the link and the shopper's view of a settled payment show the same number. */
export async function oneNumberIsOutstanding(facts: Facts): Promise<string[]> {
  const { shop, order, story, rows, views, payments } = facts
  if (!order || story.captureMayBeLost || order.isDraft) return []
  const expected = order.canceled ? 0 : whole(Math.min(order.owes, order.pending) - promised(facts))
  const path = `/admin/crypto-payments/orders/${order.id}/payment-link`
  const books = await loadOrderBalance(shop.container, order.id)
  const shown: Record<string, number> = {
    admin: Number((await shop.admin.get(path)).payment_link.owed?.minor ?? 0),
    ...(!order.canceled && { books: books?.outstanding?.minor ?? 0, surplus: surplusOf(facts) }),
  }
  const right: Record<string, number> = { surplus: books?.overpaid?.minor ?? 0 }
  const refunded = payments.some(({ refunds }) => refunds.length > 0)
  for (const { id, status, external_id } of rows) {
    if (status === "settled" && !refunded) shown[external_id] = views.get(id)?.outstanding?.minor ?? 0
  }
  return Object.entries(shown)
    .filter(([name, minor]) => minor !== (right[name] ?? expected))
    .map(([name, minor]) => `${name} says ${minor}, and ${right[name] ?? outstandingOf(order)} is right`)
}
