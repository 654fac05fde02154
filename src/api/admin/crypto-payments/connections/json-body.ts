import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CollectedBytes } from "../../../collected-bytes"
import { holdsNul } from "../../../refuse-nul"

const MAX_BYTES = 64 * 1024

const refuse = (res: MedusaResponse, status: number, code: string, message: string): void => {
  res.status(status).json({ type: "invalid_data", code, message })
}

/**
 * Reads a JSON body that may hold a secret. Medusa's own parser quotes a body that is no JSON in its answer and in the
 * log. Only the JSON type is read, which no other site's form can send along with an admin's cookie.
 */
export async function readJsonBody(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const collected = new CollectedBytes(MAX_BYTES)
  let fits = true
  // Read to its end all the same: a request that is cut short gets no answer.
  for await (const chunk of req as AsyncIterable<Buffer>) fits = fits && collected.add(chunk)
  if (!fits) return refuse(res, 413, "body_too_large", "The body is at most 64 kB.")
  if (collected.bytes.length === 0) {
    req.body = {}
    return next()
  }
  if (!req.is("application/json")) {
    return refuse(res, 415, "body_not_json", "The body must be JSON, with the header Content-Type: application/json.")
  }
  try {
    req.body = JSON.parse(collected.bytes.toString("utf8"))
  } catch {
    return refuse(res, 400, "body_not_json", "The body is not valid JSON.")
  }
  if (holdsNul(req.body)) return refuse(res, 400, "body_not_text", "A request cannot hold the character NUL.")
  next()
}
