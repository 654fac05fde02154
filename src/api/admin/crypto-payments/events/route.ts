import type { EventSelection } from "../../../../modules/crypto-payments/stores/lists"
import { listRoute } from "../respond"
import { eventViews } from "../views/event"

export const GET = listRoute("events", async ({ store }, req, page) => {
  const { events } = store.lists
  const selection = req.filterableFields as EventSelection
  const [rows, count] = await Promise.all([events.page(selection, page), events.count(selection)])
  return [await eventViews(store, rows), count]
})
