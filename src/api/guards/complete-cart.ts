import {
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  prepareRetrieveQuery,
  refetchEntity,
} from "@medusajs/framework/http"
import { defaultStoreCartFields } from "@medusajs/medusa/api/store/carts/query-config"
import { isCryptoPaymentError } from "../../core/text/errors"
import { paymentRequired } from "../../medusa/errors"
import { waitsForMoney } from "../../workflows/confirm-checkout/complete-early"
import { contextOf } from "../../workflows/context"
import { refuseShopper } from "../shopper/shopper-route"

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
