import { ordersById } from "../../../../medusa/orders"
import { reviewedPayments } from "../../../../workflows/review-order/review-order"
import { paymentSelection } from "../list-query"
import { listRoute } from "../respond"
import { moreOf, paymentView } from "../views/payment"

export const GET = listRoute("payments", async (ctx, req, page) => {
  const { payments } = ctx.store.lists
  const selection = await paymentSelection(req)
  const [found, count] = await Promise.all([payments.page(selection, page), payments.count(selection)])
  const rows = await reviewedPayments(ctx, found)
  const orderIds = rows.map(({ order_id }) => order_id)
  const [orders, more] = await Promise.all([ordersById(ctx.container, orderIds), moreOf(ctx, rows)])
  const views = rows.map((row) => paymentView({ row, order: orders.get(row.order_id ?? "") ?? null, more: more(row) }))
  return [views, count]
})
