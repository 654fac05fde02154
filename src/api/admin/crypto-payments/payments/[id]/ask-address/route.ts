import { contextOf } from "../../../../../../workflows/context"
import { askForAddress } from "../../../../../../workflows/payouts/ask-for-address"
import type { AskAddressBody } from "../../../contract"
import { needingTables, refuse } from "../../../respond"
import { paymentDetail } from "../../../views/payment-detail"

export const POST = needingTables(async (req, res) => {
  const context = contextOf(req.scope)
  const id = req.params.id as string
  const { reopen } = req.validatedBody as AskAddressBody
  const asked = await askForAddress(context, { id, actor_id: req.auth_context.actor_id, reopen })
  if (!asked.ok) return refuse(res, asked)
  res.json({ payment: await paymentDetail(context, id), link: asked.link })
})
