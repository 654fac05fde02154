import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { PATIENCE_MS, type RequestContext, runInRequestContext } from "../workflows/request-context"
import { refuseShopper } from "./store/crypto-payments/answer"

/**
 * Lets our provider see the shopper's address while it works for this request, and lets its refusals keep
 * the HTTP status they deserve (429, 503) with Retry-After, for which Medusa's errors have no type. Other
 * providers see nothing of it, and nothing of it is stored.
 */
export function carryRequestContext(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const context: RequestContext = { ip: req.ip, header: (name) => req.get(name), answerBy: Date.now() + PATIENCE_MS }
  const json = res.json.bind(res)
  res.json = (body: unknown) => {
    const { refusal, isOpening } = context
    // Core answers a session that is not deleted with 500 and words of its own.
    if (isOpening && refusal?.code === "payment_completed" && res.statusCode >= 500) {
      refuseShopper(res, { code: "already_paid" })
      return res
    }
    if (refusal && res.statusCode >= 400 && (body as { code?: unknown } | undefined)?.code === refusal.code) {
      res.status(refusal.status)
      if (refusal.retryAfter !== undefined) res.set("Retry-After", String(refusal.retryAfter))
    }
    return json(body)
  }
  runInRequestContext(context, next)
}
