import { actorsOf } from "../../../../medusa/admins"
import type { PayoutSelection } from "../../../../modules/crypto-payments/stores/lists"
import { daysAskedFor, momentsOf } from "../list-query"
import { listRoute } from "../respond"
import { payoutView, peopleOf } from "../views/payment"

export const GET = listRoute("payouts", async ({ container, store, clock }, req, page) => {
  const { payouts, payments } = store.lists
  const days = daysAskedFor(req, clock())
  if (!days.ok) return days
  const { q, payment_id, connection_id } = req.filterableFields as PayoutSelection & { q?: string }
  const created_at = days.range && momentsOf(days.range)
  const selection: PayoutSelection = { payment_id, connection_id, transactionPrefix: q, created_at }
  const [rows, count] = await Promise.all([payouts.page(selection, page), payouts.count(selection)])
  const [paid, actorOf] = await Promise.all([
    payments.byIds(rows.map(({ payment_id }) => payment_id)),
    actorsOf(container, rows.flatMap(peopleOf)),
  ])
  const paymentOf = new Map(paid.map((payment) => [payment.id, payment]))
  return [rows.map((row) => payoutView(row, paymentOf.get(row.payment_id), actorOf)), count]
})
