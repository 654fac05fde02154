import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { type AdminRefusal, adminRefusal } from "../../../core/text/admin-refusals"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../../modules/crypto-payments/service"
import { refuse } from "./answer"
import type { EventAnswer, PaymentAnswer } from "./contract"
import { eventDetail } from "./views/event"
import { paymentDetail } from "./views/payment-detail"

type Done<T> = ({ ok: true } & T) | AdminRefusal

/** What is done, by whom. */
export const actOf = (req: AuthenticatedMedusaRequest<unknown>): { id: string; actor_id: string } => ({
  id: req.params.id as string,
  actor_id: req.auth_context.actor_id,
})

/**
 * Answers an act with the payment as it is now.
 * @param more what the answer says beside it
 */
export async function answerAct<A extends PaymentAnswer, T = object>(
  req: AuthenticatedMedusaRequest<unknown>,
  res: MedusaResponse,
  done: Done<T>,
  more: (done: T, payment: PaymentAnswer["payment"]) => Omit<A, "payment">,
): Promise<void> {
  if (!done.ok) return refuse(res, done)
  const payment = await paymentDetail(req.scope, req.params.id as string, new Date())
  if (!payment) return refuse(res, adminRefusal("unknown_payment"))
  res.json({ payment, ...more(done, payment) })
}

/** Answers an act with the event as it is now. */
export async function answerEventAct(
  req: AuthenticatedMedusaRequest<unknown>,
  res: MedusaResponse,
  done: Done<object>,
): Promise<void> {
  if (!done.ok) return refuse(res, done)
  const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
  const event = await module.lists.events.byId(req.params.id as string)
  if (!event) return refuse(res, adminRefusal("unknown_event"))
  const answer: EventAnswer = { event: await eventDetail(module, event) }
  res.json(answer)
}
