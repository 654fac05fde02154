import { missingConnections } from "../../../../workflows/health/setup"
import { listRoute } from "../respond"
import { attentionItems } from "../views/attention"

export const GET = listRoute("items", async (ctx, req, page) => {
  const { attention } = ctx.store.lists
  const { q } = req.filterableFields as { q?: string }
  const missing = await missingConnections(ctx)
  const [places, count] = await Promise.all([attention.page(q, page, missing), attention.count(q, undefined, missing)])
  return [await attentionItems(ctx, places, missing), count]
})
