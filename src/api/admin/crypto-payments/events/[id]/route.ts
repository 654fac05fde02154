import { detailRoute } from "../../respond"
import { eventDetail } from "../../views/event"

export const GET = detailRoute("event", ({ store }, id) => eventDetail(store, id))
