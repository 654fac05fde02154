import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/** PostgreSQL's text holds no NUL: what asks for one names nothing that there is, and would end in a fault. */
export function refuseNul(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  if (req.originalUrl.includes("%00") || holdsNul(req.body)) {
    next(new MedusaError(MedusaError.Types.INVALID_DATA, "A request cannot hold the character NUL."))
  } else next()
}

/** As JSON writes it: behind an even number of backslashes it is no escape but somebody's words. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** @param body what a JSON parser made */
export const holdsNul = (body: unknown): boolean => body !== undefined && ESCAPED_NUL.test(JSON.stringify(body))
