import { reviewedPayments } from "../../../../workflows/review-order/review-order"
import { paymentSelection } from "../list-query"
import { listRoute } from "../respond"
import { paymentView, sourcesOf } from "../views/payment"

export const GET = listRoute("payments", async (ctx, req, page) => {
  const { payments } = ctx.store.lists
  const selection = await paymentSelection(req)
  const [found, count] = await Promise.all([payments.page(selection, page), payments.count(selection)])
  const rows = await reviewedPayments(ctx, found)
  const sourceOf = await sourcesOf(ctx, rows)
  return [rows.map((row) => paymentView(sourceOf(row))), count]
})
