import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { REFUSALS, type RefusalCode } from "../../../core/text/errors"
import type { PaymentRow } from "../../../modules/crypto-payments/stores/rows"
import { admit } from "../../admit"
import type { LimitedKind } from "../../rate-limits"

/** Medusa's own words for the kinds of errors, which its storefronts know. */
const TYPES: Record<number, string> = { 400: "invalid_data", 403: "forbidden", 404: "not_found", 409: "not_allowed" }

type Refused = { code: RefusalCode; status?: number; message?: string; retryAfter?: number | undefined }

/**
 * No cache keeps what is a shopper's, and a storefront on another origin may read when to ask again: of the headers
 * of such an answer a browser shows a script those that are named here.
 */
export function guard(res: MedusaResponse): void {
  res.set("Cache-Control", "no-store")
  res.append("Access-Control-Expose-Headers", "ETag, Retry-After")
}

export function refuseShopper(res: MedusaResponse, { code, status, message, retryAfter }: Refused): void {
  const [usualStatus, words] = REFUSALS[code]
  const answered = status ?? usualStatus
  if (retryAfter !== undefined) res.set("Retry-After", String(retryAfter))
  res.status(answered).json({ type: TYPES[answered] ?? "unexpected_state", code, message: message ?? words })
}

/**
 * Finds the payment of the address's token, within the limit of such requests.
 * @returns undefined where the request is answered: too often, or for a token that does not exist
 */
export async function admitShopper(
  req: MedusaRequest,
  res: MedusaResponse,
  kind: LimitedKind,
): Promise<PaymentRow | undefined> {
  const admitted = await admit(req, kind)
  if (!admitted) refuseShopper(res, { code: "unknown_payment" })
  else if ("wait" in admitted) refuseShopper(res, { code: "too_many_requests", retryAfter: admitted.wait })
  else return admitted.payment
  return undefined
}
