import { isPaid } from "../../../../src/core/payment/lifecycle"
import { loadOrderBalance } from "../../../../src/medusa/balance"
import { outstandingOf, surplusOf, total } from "./books"
import { complaint, type Facts, notOwed } from "./facts"
import { whole } from "./minor-units"

/** The receipt, which may show the address because it asks for no payment. */
const RECEIPT = /<dl class="receipt">.*?<\/dl>/s

/** The pay page and the storefront API show no address that is not owed. Asked once each: they limit the rate. */
export async function pagesShowWhatIsOwed(facts: Facts): Promise<string[]> {
  const { shop, rows } = facts
  const problems: string[] = []
  for (const row of rows) {
    const why = notOwed(facts, row)
    if (!why) continue
    const page: string = await shop.store.get(`/crypto-payments/${row.token}`)
    if (page.replace(RECEIPT, "").includes(row.address)) problems.push(complaint(row, "the pay page", why))
    const { payment } = await shop.store.get(`/store/crypto-payments/${row.token}`)
    if (payment.address !== null) problems.push(complaint(row, "the store's API", why))
  }
  return problems
}

/** Money that another provider authorized and did not capture, in minor units. */
const promised = ({ payments }: Facts): number =>
  payments
    .filter(({ canceled, refunds }) => !canceled && refunds.length === 0)
    .reduce((sum, one) => sum + Math.max(0, one.minor - total(one.captures)), 0)

/** The books, the admin, the link and the shopper's view of a settled payment show the same number. */
export async function oneNumberIsOutstanding(facts: Facts): Promise<string[]> {
  const { shop, order, story, rows, views, payments } = facts
  if (!order || story.captureMayBeLost || order.isDraft) return []
  const expected = order.canceled ? 0 : whole(Math.min(order.owes, order.pending) - promised(facts))
  const path = `/admin/crypto-payments/orders/${order.id}/payment-link`
  const books = await loadOrderBalance(shop.container, order.id)
  const shown: Record<string, number> = {
    admin: Number((await shop.admin.get(path)).payment_link.outstanding?.minor ?? 0),
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

/** Health reports payments whose connection is gone. */
export async function healthNamesWhatWaits({ shop, story, rows }: Facts): Promise<string[]> {
  const waiting = rows.filter(({ status }) => !isPaid(status) || status === "completed")
  if (story.connected || waiting.length === 0) return []
  const { health } = await shop.admin.get("/admin/crypto-payments/health")
  return health.state === "ok"
    ? [`health is ok while ${waiting.length} payments wait for a connection that is gone`]
    : []
}
