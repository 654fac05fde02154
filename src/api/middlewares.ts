import {
  defineMiddlewares,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { webhookRefusal } from "../core/webhook/event"
import { adminRoutes } from "./admin/crypto-payments/route-table"
import { answerMissing } from "./crypto-payments/respond"
import {
  answerUnpaidCart,
  carryAdminContext,
  carryRequestContext,
  clearReservedMetadata,
  dropReservedMetadata,
  guardOpening,
  guardPromotions,
} from "./guards/checkout"
import {
  readEventBody,
  readForm,
  refuseDeep,
  refuseMalformedPath,
  refuseUnusableSessionData,
  refuseUnwritable,
} from "./guards/request-bodies"
import { POST as receiveHook } from "./hooks/crypto-payments/[connection]/route"
import { OptionsQuery, QuoteInput } from "./shopper/shopper-route"

const refuseMalformedHook = refuseMalformedPath((_req, res) => {
  const { status, code, message } = webhookRefusal("unknown_connection")
  res.status(status).json({ code, message })
})

const HOOK = "/hooks/crypto-payments/:connection"

/**
 * Calls the hook's route before Express compares the path with Medusa's 1,200 routes, which costs more than the signature.
 * A path with a query or a slash at its end goes through Express to the same route.
 */
function receiveHookEarly(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  if (req.method !== "POST" || req.originalUrl !== req.baseUrl) next()
  else readEventBody(req, res, () => void receiveHook(req, res).catch(next))
}

/** Medusa logs the URL of each request after its answer, and the token of this link must not be in a log. */
function hideToken(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  req.originalUrl = req.originalUrl.replace(/(\/payouts\/)[^/?]+/i, "$1-")
  next()
}

export default defineMiddlewares({
  routes: [
    { matcher: "/hooks/crypto-payments", middlewares: [refuseMalformedHook] },
    // Without a method it runs before all routes, and before middleware with a method.
    { matcher: HOOK, middlewares: [receiveHookEarly] },
    {
      matcher: HOOK,
      method: ["POST"],
      bodyParser: false,
      middlewares: [readEventBody],
    },
    ...[
      { matcher: "/store/payment-collections/:id/payment-sessions", carryContext: carryRequestContext },
      { matcher: "/admin/payment-collections/:id/payment-sessions", carryContext: carryAdminContext },
    ].flatMap(({ matcher, carryContext }) => [
      // Without a method it runs before core's validator, which fails on such values.
      { matcher, middlewares: [refuseUnusableSessionData] },
      { matcher, method: ["POST" as const], middlewares: [carryContext, guardOpening] },
    ]),
    { matcher: "/crypto-payments", middlewares: [refuseMalformedPath(answerMissing)] },
    // A form with one short field.
    { matcher: "/crypto-payments/:token", method: ["POST"], bodyParser: { sizeLimit: "2kb" } },
    { matcher: "/crypto-payments/payouts/:token", middlewares: [hideToken] },
    { matcher: "/crypto-payments/payouts/:token", method: ["POST"], bodyParser: false, middlewares: readForm },
    { matcher: "/store", middlewares: [dropReservedMetadata] },
    {
      matcher: "/store/carts/:id/complete",
      method: ["POST"],
      middlewares: [clearReservedMetadata, carryRequestContext, guardPromotions, answerUnpaidCart],
    },
    ...adminRoutes,
    {
      matcher: "/store/crypto-payments/options",
      method: ["GET"],
      middlewares: [validateAndTransformQuery(OptionsQuery, { isList: true })],
    },
    {
      matcher: "/store/crypto-payments/:token/quote",
      method: ["POST"],
      middlewares: [refuseDeep, refuseUnwritable, validateAndTransformBody(QuoteInput)],
    },
  ],
})
