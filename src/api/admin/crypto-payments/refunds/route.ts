import { actorsOf } from "../../../../medusa/actors"
import { listRoute } from "../respond"
import { payoutView, peopleOf } from "../views/payout"

export const GET = listRoute("refunds", async ({ container, store }, req, page) => {
  const { payouts, payments } = store.lists
  const { q, ...ids } = req.filterableFields as { q?: string; payment_id?: string[]; connection_id?: string[] }
  const selection = { ...ids, transactionPrefix: q }
  const [rows, count] = await Promise.all([payouts.page(selection, page), payouts.count(selection)])
  const [paid, actorOf] = await Promise.all([
    payments.byIds(rows.map(({ payment_id }) => payment_id)),
    actorsOf(container, rows.flatMap(peopleOf)),
  ])
  const paymentOf = new Map(paid.map((payment) => [payment.id, payment]))
  return [rows.map((row) => payoutView(row, paymentOf.get(row.payment_id), actorOf)), count]
})
