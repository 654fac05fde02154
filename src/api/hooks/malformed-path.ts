import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { UNKNOWN_CONNECTION } from "../../workflows/receive-event/receive-event"
import { isDecodable } from "../crypto-payments/malformed-path"

/** Express cannot decode such a path and ends in a fault of its own. No connection has such a name. */
export function refuseMalformedHook(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const { status, code, message } = UNKNOWN_CONNECTION
  if (isDecodable(req.path)) next()
  else res.status(status).json({ code, message })
}
