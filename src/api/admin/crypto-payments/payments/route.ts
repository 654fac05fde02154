import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ordersById } from "../../../../medusa/orders"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import type { PaymentList } from "../contract"
import { pageOf, pick } from "../list-query"
import { paymentView } from "../views/payment"
import { selectionOf } from "./filters"

export async function GET(req: MedusaRequest, res: MedusaResponse<PaymentList>): Promise<void> {
  const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
  const page = pageOf(req)
  const selection = await selectionOf(req)
  const [rows, count] = await Promise.all([
    module.lists.payments.page(selection, page),
    module.lists.payments.count(selection),
  ])
  const orders = await ordersById(
    req.scope,
    rows.map(({ order_id }) => order_id),
  )
  const payments = rows.map((row) => {
    const order = row.order_id === null ? undefined : orders.get(row.order_id)
    return pick(paymentView(row, order ?? null), req)
  })
  res.json({ payments, count, offset: page.offset, limit: page.limit })
}
