import { ordersById } from "../../../../medusa/orders"
import { paymentSelection } from "../filters"
import { listRoute } from "../respond"
import { paymentView } from "../views/payment"

export const GET = listRoute("payments", async (ctx, req, page) => {
  const { payments } = ctx.store.lists
  const selection = await paymentSelection(req)
  const [rows, count] = await Promise.all([payments.page(selection, page), payments.count(selection)])
  const orderIds = rows.map(({ order_id }) => order_id)
  const orders = await ordersById(ctx.container, orderIds)
  return [rows.map((row) => paymentView(row, orders.get(row.order_id ?? "") ?? null)), count]
})
