import {
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  prepareRetrieveQuery,
  refetchEntity,
} from "@medusajs/framework/http"
import { defaultStoreCartFields } from "@medusajs/medusa/api/store/carts/query-config"
import { connectionOfProvider } from "../../core/assets/choices"
import type { ShopperSession } from "../../core/payment/shopper-answer"
import { isCryptoPaymentError } from "../../core/text/errors"
import { clearNoteOfCart, ORDER_METADATA_KEY } from "../../medusa/carts"
import { paymentRequired } from "../../medusa/errors"
import {
  newDeadline,
  type RequestContext,
  remainingBudget,
  requestContext,
  runInRequestContext,
} from "../../medusa/provider-channel"
import { lacksOwnTable, type PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { waitsForMoney } from "../../workflows/checkout/confirm-before-order"
import { contextOf } from "../../workflows/context"
import { lookUpShown, SHOPPER_LOOKUP_MS } from "../../workflows/lookups/look-up-payment"
import { checkPromotions } from "../../workflows/promotions/cart-promotions"
import { prepareSession } from "../../workflows/quote/prepare-session"
import { refuseShopper } from "../shopper/shopper-route"

/**
 * Gives our provider the shopper's IP address during this request, and keeps the HTTP status (429, 503) and Retry-After
 * of its refusals, for which MedusaError has no type. Nothing is stored, and no other provider sees it.
 */
export function carryRequestContext(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  carry({ origin: { ip: req.ip, header: (name) => req.get(name) }, deadline: newDeadline() }, res, next)
}

/** The same for an admin's request, whose IP address is not the payer's. */
export function carryAdminContext(_req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  carry({ deadline: newDeadline() }, res, next)
}

function carry(request: RequestContext, res: MedusaResponse, next: MedusaNextFunction): void {
  const json = res.json.bind(res)
  res.json = (body: unknown) => {
    const { refusal, isOpening } = request
    const last = res.statusCode >= 400 ? request.undo : request.verify
    if (last) {
      request.undo = request.verify = undefined
      last()
        .then((code) => (code ? refuseShopper(res, { code }) : res.json(body)))
        .catch(next)
      return res
    }
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
  runInRequestContext(request, next)
}

type Body = { provider_id?: unknown; data?: unknown } | null | undefined

/** Runs before core's route that opens a payment session, because core deletes the other sessions without a check. */
export async function guardOpening(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const { provider_id } = (req.body as Body) ?? {}
  const connectionId = typeof provider_id === "string" ? connectionOfProvider(provider_id) : null
  const isOurs = connectionId !== null
  try {
    // The store's route reads `body`, the admin's `validatedBody`.
    if (isOurs) for (const body of [req.body, req.validatedBody]) dropOwnFields(body as Body)
    const request = requestContext()
    const onPromoted = (cartId: string) => {
      if (request) request.undo = () => takeBackPromotion(req.scope, cartId)
    }
    const context = contextOf(req.scope)
    const collectionId = req.params.id as string
    const { refusal, state } = await prepareSession(context, collectionId, connectionId, onPromoted)
    if (refusal) return refuseShopper(res, { code: refusal })
    if (request && state) {
      request.isOpening = true
      const { cartId } = state.collection
      if (isOurs) request.state = state
      else if (!state.order && cartId !== null) request.verify = () => checkPromotions(context, cartId)
    }
    next()
  } catch (error) {
    if (!isOurs && isWithoutTables(req, error)) next()
    else next(error)
  }
}

/** Without the plugin's migrations nobody can pay in crypto, so every other way to pay goes on, and the log says what to do. */
function isWithoutTables(req: MedusaRequest, error: unknown): boolean {
  const isWithout = lacksOwnTable(error)
  if (isWithout) contextOf(req.scope).log("promotion_failed", { error })
  return isWithout
}

/** After a session was refused, so that the cart has a price for paying in crypto only with a session of ours. */
async function takeBackPromotion(scope: MedusaRequest["scope"], cartId: string): Promise<undefined> {
  const context = contextOf(scope)
  await checkPromotions(context, cartId).catch((error) => context.log("promotion_failed", { error }))
}

/** The fields that only the plugin writes. */
const OWN_SESSION_FIELDS = [
  "session_id",
  "payment_id",
  "status",
  "address",
  "uri",
  "pay_amount",
  "amount",
  "rate",
  "quote_expires_at",
  "token",
  "pay_url",
] as const satisfies readonly (keyof ShopperSession)[]

/** A shopper may set only the asset and the chain. The plugin writes the other fields of a session's data. */
function dropOwnFields(body: Body): void {
  const data = body?.data
  if (typeof data !== "object" || data === null) return
  for (const field of OWN_SESSION_FIELDS) delete (data as Record<string, unknown>)[field]
}

/** Runs before core completes a cart, because only a cart that is paid in crypto may keep the promotion for that. */
export async function guardPromotions(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  try {
    const context = contextOf(req.scope)
    const lookUp = (payments: readonly PaymentRow[]) =>
      lookUpShown(context, payments, remainingBudget(SHOPPER_LOOKUP_MS))
    const code = await checkPromotions(context, req.params.id as string, lookUp)
    if (code) refuseShopper(res, { code })
    else next()
  } catch (error) {
    if (isWithoutTables(req, error)) next()
    else next(error)
  }
}

/**
 * Answers as core does for a cart that must be paid first, before core's workflow starts: other plugins take gift cards
 * and store credit in it before the payment is authorized, and do not give them back.
 */
export async function answerUnpaidCart(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  try {
    const id = req.params.id as string
    if (!(await waitsForMoney(contextOf(req.scope), id))) return next()
    const { remoteQueryConfig } = await prepareRetrieveQuery({}, { defaults: defaultStoreCartFields }, req)
    const { fields } = remoteQueryConfig
    const cart = await refetchEntity({ entity: "cart", idOrFilter: id, scope: req.scope, fields })
    const { message, name, type } = paymentRequired()
    res.status(200).json({ type: "cart", cart, error: { message, name, type } })
  } catch (error) {
    if (isCryptoPaymentError(error)) refuseShopper(res, error)
    else next(error)
  }
}

/**
 * Drops the pay link from a shopper's metadata: Medusa copies it from cart to order, and mail templates use that link.
 * Registered without a method, it runs before core's validators copy the body, and on the store's own routes too.
 */
export function dropReservedMetadata(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const metadata = (req.body as { metadata?: unknown } | null | undefined)?.metadata
  if (typeof metadata === "object" && metadata !== null)
    delete (metadata as Record<string, unknown>)[ORDER_METADATA_KEY]
  next()
}

/** Removes a pay link that a cart got in another way, for example before the plugin was installed. */
export async function clearReservedMetadata(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  await clearNoteOfCart(req.scope, req.params.id as string, contextOf(req.scope).clock())
  next()
}
