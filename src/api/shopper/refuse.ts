import type { MedusaResponse } from "@medusajs/framework/http"
import { REFUSALS, type RefusalCode } from "../../core/text/errors"

/** Medusa's error types, which its storefronts know. */
const TYPES: Record<number, string> = { 400: "invalid_data", 403: "forbidden", 404: "not_found", 409: "not_allowed" }

type Refused = { code: RefusalCode; status?: number; message?: string; retryAfter?: number | undefined }

export function refuseShopper(res: MedusaResponse, { code, status, message, retryAfter }: Refused): void {
  const [usualStatus, usualMessage] = REFUSALS[code]
  const answered = status ?? usualStatus
  if (retryAfter !== undefined) res.set("Retry-After", String(retryAfter))
  res.status(answered).json({ type: TYPES[answered] ?? "unexpected_state", code, message: message ?? usualMessage })
}
