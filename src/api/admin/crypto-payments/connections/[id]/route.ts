import { saveConnection } from "../../../../../workflows/connections/save-connection"
import { connectionChange, detailRoute } from "../../respond"
import { connectionView } from "../../views/connection"

export const GET = detailRoute("connection", (_, id, req) => connectionView(req, id))

export const POST = connectionChange((ctx, who, changes) => saveConnection(ctx, { ...who, changes }))
