import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { Modules } from "@medusajs/framework/utils"
import { minorToMajor } from "../core/money/units"
import { askedOn, isCrypto, readPayable, refusalToOpen } from "../medusa/payable"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../modules/crypto-payments/service"
import { OWN_SESSION_FIELDS } from "../providers/crypto/session-data"
import { requestContext } from "../workflows/request-context"
import { refuseShopper } from "./store/crypto-payments/answer"

type Body = { provider_id?: unknown; data?: unknown } | null | undefined

/**
 * Stands before core's route that opens a payment session. Core deletes a collection's other sessions without a look at
 * what they hold, so a paid collection is refused here; and an order's quote asks for no more than the order owes.
 */
export async function guardOpening(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  try {
    const { provider_id } = (req.body as Body) ?? {}
    const isOurs = typeof provider_id === "string" && isCrypto(provider_id)
    if (isOurs) dropOwnFields(req.body as Body)
    const collectionId = req.params.id as string
    const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
    // Another provider's session, on a collection that has nothing of ours, is none of our business.
    if (!isOurs && (await module.payments.byCollection(collectionId)).length === 0) return next()
    const payable = await readPayable(req.scope, collectionId)
    if (!payable) return next()
    const asked = askedOn(payable)
    const refusal = refusalToOpen(payable, isOurs) ?? (isOurs && payable.order && !asked ? "already_paid" : undefined)
    if (refusal) return refuseShopper(res, { code: refusal })

    const context = requestContext()
    if (context) context.isOpening = true
    const { amount } = payable.collection
    if (isOurs && asked && amount && asked.minor < amount.minor) {
      // Core asks for the collection's amount. A second collection, or a credit, has paid a part of it since.
      await req.scope
        .resolve(Modules.PAYMENT)
        .updatePaymentCollections(collectionId, { amount: minorToMajor(asked) as unknown as number })
      payable.collection.amount = asked
    }
    if (context && isOurs) context.payable = payable
    next()
  } catch (error) {
    next(error)
  }
}

/** A session's input says asset and network. What we write into its data is ours to write. */
function dropOwnFields(body: Body): void {
  const data = body?.data
  if (typeof data !== "object" || data === null) return
  for (const field of OWN_SESSION_FIELDS) delete (data as Record<string, unknown>)[field]
}
