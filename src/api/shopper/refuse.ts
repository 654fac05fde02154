import type { MedusaResponse } from "@medusajs/framework/http"
import { REFUSALS, type RefusalCode } from "../../core/text/errors"
import { errorTypeOf } from "../../medusa/errors"

type Refused = { code: RefusalCode; status?: number; message?: string; retryAfter?: number | undefined }

export function refuseShopper(res: MedusaResponse, { code, status, message, retryAfter }: Refused): void {
  const [usualStatus, usualMessage] = REFUSALS[code]
  const answered = status ?? usualStatus
  if (retryAfter !== undefined) res.set("Retry-After", String(retryAfter))
  res.status(answered).json({ type: errorTypeOf(answered), code, message: message ?? usualMessage })
}
