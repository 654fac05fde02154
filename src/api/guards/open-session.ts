import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { isCrypto } from "../../medusa/payable"
import { OWN_SESSION_FIELDS } from "../../medusa/session-data"
import { contextOf } from "../../workflows/context"
import { prepareSession } from "../../workflows/create-payment/initiate-session"
import { PATIENCE_MS, type RequestContext, requestContext, runInRequestContext } from "../../workflows/request-context"
import { refuseShopper } from "../shopper/shopper-route"

/**
 * Lets our provider see the shopper's address during this request, and lets its refusals keep their HTTP status (429, 503)
 * and Retry-After, for which MedusaError has no type. Nothing of it is stored or shown to other providers.
 */
export function carryRequestContext(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const context: RequestContext = { ip: req.ip, header: (name) => req.get(name), answerBy: Date.now() + PATIENCE_MS }
  const json = res.json.bind(res)
  res.json = (body: unknown) => {
    const { refusal, isOpening } = context
    // When our provider refuses to delete a captured session, core answers 500 with its own message.
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

type Body = { provider_id?: unknown; data?: unknown } | null | undefined

/** Stands before core's route that opens a payment session: core would delete the other sessions unchecked. */
export async function guardOpening(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  try {
    const { provider_id } = (req.body as Body) ?? {}
    const isOurs = typeof provider_id === "string" && isCrypto(provider_id)
    if (isOurs) dropOwnFields(req.body as Body)
    const { refusal, payable } = await prepareSession(contextOf(req.scope), req.params.id as string, isOurs)
    if (refusal) return refuseShopper(res, { code: refusal })
    const context = requestContext()
    if (context && payable) {
      context.isOpening = true
      if (isOurs) context.payable = payable
    }
    next()
  } catch (error) {
    next(error)
  }
}

/** A shopper chooses asset and network; the other fields of a session's data are ours to write. */
function dropOwnFields(body: Body): void {
  const data = body?.data
  if (typeof data !== "object" || data === null) return
  for (const field of OWN_SESSION_FIELDS) delete (data as Record<string, unknown>)[field]
}
