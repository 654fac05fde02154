import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { contextOf } from "../../../../workflows/context"
import { offeredInRegion } from "../../../../workflows/view-payment/offered-assets"
import { guard, refuseShopper } from "../answer"
import type { OptionsQuery } from "../middlewares"

/** What can be paid with in a region, with what is out at the moment. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { region_id } = req.validatedQuery as OptionsQuery
  guard(res)
  const options = await offeredInRegion(contextOf(req.scope), region_id)
  if (options) res.json({ options })
  else refuseShopper(res, { code: "unknown_region" })
}
