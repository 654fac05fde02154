import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { isCrypto } from "../../medusa/payable"
import { OWN_SESSION_FIELDS } from "../../medusa/session-data"
import { contextOf } from "../../workflows/context"
import { prepareSession } from "../../workflows/create-payment/initiate-session"
import { answerBy, type RequestContext, requestContext, runInRequestContext } from "../../workflows/request-context"
import { refuseShopper } from "../shopper/shopper-route"

/**
 * Gives our provider the shopper's IP address during this request, and keeps the HTTP status (429, 503) and Retry-After
 * of its refusals, for which MedusaError has no type. Nothing is stored, and no other provider sees it.
 */
export function carryRequestContext(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  carry({ ip: req.ip, header: (name) => req.get(name), answerBy: answerBy() }, res, next)
}

/** The same for an admin's request, whose IP address is not the payer's. */
export function carryAdminContext(_req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  carry({ ip: undefined, header: () => undefined, answerBy: answerBy() }, res, next)
}

function carry(context: RequestContext, res: MedusaResponse, next: MedusaNextFunction): void {
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

/** Runs before core's route that opens a payment session, because core deletes the other sessions without a check. */
export async function guardOpening(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  try {
    const { provider_id } = (req.body as Body) ?? {}
    const isOurs = typeof provider_id === "string" && isCrypto(provider_id)
    // The store's route reads `body`, the admin's `validatedBody`.
    if (isOurs) for (const body of [req.body, req.validatedBody]) dropOwnFields(body as Body)
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

/** A shopper may set only the asset and the chain. The plugin writes the other fields of a session's data. */
function dropOwnFields(body: Body): void {
  const data = body?.data
  if (typeof data !== "object" || data === null) return
  for (const field of OWN_SESSION_FIELDS) delete (data as Record<string, unknown>)[field]
}
