import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import type { PayoutSelection } from "../../../../modules/crypto-payments/stores/payouts"
import { actorsOf } from "../actors"
import type { RefundList } from "../contract"
import { pageOf, pick } from "../list-query"
import { refundView } from "../views/refund"

export async function GET(req: MedusaRequest, res: MedusaResponse<RefundList>): Promise<void> {
  const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
  const page = pageOf(req)
  const { q, payment_id } = req.filterableFields as { q?: string; payment_id?: string[] }
  const selection: PayoutSelection = { payment_id, transactionPrefix: q }
  const [rows, count] = await Promise.all([
    module.lists.payouts.page(selection, page),
    module.lists.payouts.count(selection),
  ])
  const [payments, actorOf] = await Promise.all([
    module.lists.payments.byIds(rows.map((row) => row.payment_id)),
    actorsOf(
      req.scope,
      rows.map(({ created_by }) => created_by),
    ),
  ])
  const refunds = rows.map((row) => {
    const payment = payments.find(({ id }) => id === row.payment_id)
    return pick(refundView(row, payment, actorOf), req)
  })
  res.json({ refunds, count, offset: page.offset, limit: page.limit })
}
