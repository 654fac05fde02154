import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import { contextOf } from "../../../../workflows/context"
import { missingConnections } from "../../../../workflows/health/missing-connections"
import type { AttentionList } from "../contract"
import { pageOf, pick } from "../list-query"
import { attentionItems } from "../views/attention"

export async function GET(req: MedusaRequest, res: MedusaResponse<AttentionList>): Promise<void> {
  const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
  const page = pageOf(req)
  const { q } = req.filterableFields as { q?: string }
  const missing = await missingConnections(contextOf(req.scope))
  const { attention } = module.lists
  const [places, count] = await Promise.all([attention.page(q, page, missing), attention.count(q, undefined, missing)])
  const items = (await attentionItems(req.scope, module, places, missing)).map((item) => pick(item, req))
  res.json({ items, count, offset: page.offset, limit: page.limit })
}
