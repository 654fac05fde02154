import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import type { ConnectionList, ConnectionView } from "../contract"
import { pick } from "../list-query"
import type { ListParams } from "./validators"
import { connectionView } from "./view"

/** The connections that medusa-config registers: a handful, so they are filtered and ordered here. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse<ConnectionList>): Promise<void> {
  const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
  const { limit, offset, order, q, id } = req.validatedQuery as ListParams
  const ids = module
    .connectionIds()
    .filter((one) => (q === undefined || one.includes(q)) && (id === undefined || id.includes(one)))
    .sort()
  if (order === "-id") ids.reverse()
  const now = new Date()
  const views = await Promise.all(ids.slice(offset, offset + limit).map((one) => connectionView(req, one, now)))
  const connections = views.filter((view): view is ConnectionView => view !== undefined).map((view) => pick(view, req))
  res.json({ connections, count: ids.length, offset, limit })
}
