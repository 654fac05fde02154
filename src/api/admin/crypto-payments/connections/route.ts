import { listRoute } from "../respond"
import { type ConnectionView, connectionView } from "../views/connection"

type Query = { limit: number; offset: number; order: "id" | "-id"; q?: string; id?: string[] }

/** The connections that medusa-config registers. They are few, so they are filtered and sorted here. */
export const GET = listRoute("connections", async ({ store }, req) => {
  const { limit, offset, order, q, id } = req.validatedQuery as Query
  const ids = store
    .connectionIds()
    .filter((one) => (q === undefined || one.includes(q)) && (id === undefined || id.includes(one)))
    .sort()
  if (order === "-id") ids.reverse()
  const views = await Promise.all(ids.slice(offset, offset + limit).map((one) => connectionView(req, one)))
  return [views.filter((view): view is ConnectionView => view !== undefined), ids.length]
})
