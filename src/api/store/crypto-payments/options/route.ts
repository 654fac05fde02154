import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { contextOf } from "../../../../workflows/context"
import { offeredInRegion } from "../../../../workflows/view-payment/view-payment"
import { letStorefrontsRead, type OptionsQuery, refuseShopper } from "../../../shopper/shopper-route"

export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { region_id, token } = req.validatedQuery as OptionsQuery
  letStorefrontsRead(res)
  const options = await offeredInRegion(contextOf(req.scope), region_id, token)
  if (options) res.json({ options })
  else refuseShopper(res, { code: "unknown_region" })
}
