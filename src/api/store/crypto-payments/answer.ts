import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { REFUSALS, type RefusalCode } from "../../../core/errors"
import { type LimitedKind, secondsToWait } from "../../rate-limits"

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

/** @returns whether the request may go on; where not, it is answered */
export function withinRate(req: MedusaRequest, res: MedusaResponse, kind: LimitedKind, token: string): boolean {
  const retryAfter = secondsToWait(kind, token, req.ip, Date.now())
  if (retryAfter > 0) refuseShopper(res, { code: "too_many_requests", retryAfter })
  return retryAfter === 0
}
