import { missingConnections } from "../../../../workflows/health/read-health"
import { listRoute } from "../respond"
import { attentionItems } from "../views/attention"

export const GET = listRoute("items", async (ctx, req, page) => {
  const { attention } = ctx.store.lists
  const { q: prefix, connection_id } = req.filterableFields as { q?: string; connection_id?: string[] }
  const missing = await missingConnections(ctx)
  const selection = { prefix, connection_id, connections: missing }
  const [places, count] = await Promise.all([attention.page(selection, page), attention.count(selection)])
  return [await attentionItems(ctx, places, missing), count]
})
