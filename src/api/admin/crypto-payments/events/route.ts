import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import type { EventSelection } from "../../../../modules/crypto-payments/stores/events"
import type { EventList } from "../contract"
import { pageOf, pick } from "../list-query"
import { eventViews } from "../views/event"

export async function GET(req: MedusaRequest, res: MedusaResponse<EventList>): Promise<void> {
  const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
  const page = pageOf(req)
  const selection = req.filterableFields as EventSelection
  const [rows, count] = await Promise.all([
    module.lists.events.page(selection, page),
    module.lists.events.count(selection),
  ])
  const events = (await eventViews(module, rows)).map((event) => pick(event, req))
  res.json({ events, count, offset: page.offset, limit: page.limit })
}
