import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { adminRefusal } from "../../../../../core/text/admin-refusals"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../../../../modules/crypto-payments/service"
import { refuse } from "../../answer"
import type { EventAnswer } from "../../contract"
import { pick } from "../../list-query"
import { eventDetail } from "../../views/event"

export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
  const row = await module.lists.events.byId(req.params.id as string)
  if (!row) return refuse(res, adminRefusal("unknown_event"))
  const answer: EventAnswer = { event: pick(await eventDetail(module, row), req) }
  res.json(answer)
}
