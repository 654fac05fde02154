import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerMissing } from "./answer"

/** Express cannot decode such a path and ends in an error of its own. A token in it is none, and is told the same. */
export function refuseMalformedPath(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  if (isDecodable(req.path)) next()
  else answerMissing(req, res)
}

/** Whether the percent signs of a path mean something. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
