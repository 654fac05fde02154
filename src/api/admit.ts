import type { MedusaRequest } from "@medusajs/framework/http"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { contextOf } from "../workflows/context"
import { tokenRow } from "../workflows/view-payment/view-payment"
import { type LimitedKind, secondsToWait, takeRequest } from "./rate-limits"

/**
 * Finds the payment of the address's token, within the limit of such requests.
 * @returns the payment, or seconds for Retry-After where the limit is reached; undefined for a token that does not exist
 */
export async function admit(
  req: MedusaRequest,
  kind: LimitedKind,
): Promise<{ payment: PaymentRow } | { wait: number } | undefined> {
  const token = req.params.token as string
  const wait = secondsToWait(kind, token, req.ip, Date.now())
  if (wait > 0) return { wait }
  const payment = await tokenRow(contextOf(req.scope), token)
  if (!payment) return undefined
  const late = takeRequest(kind, token, req.ip, Date.now())
  return late > 0 ? { wait: late } : { payment }
}
