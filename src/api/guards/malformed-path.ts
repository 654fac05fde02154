import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/** Answers a path with percent signs that Express cannot decode, which would end in a 500. */
export const refuseMalformedPath =
  (answer: (req: MedusaRequest, res: MedusaResponse) => void) =>
  (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    if (isDecodable(req.path)) next()
    else answer(req, res)
  }

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
