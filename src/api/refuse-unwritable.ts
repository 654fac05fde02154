import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/**
 * Medusa's validator writes a value of the wrong type into its sentence, which throws where an object has a `toString`
 * of its own. Stands after `refuseDeep`, which bounds the recursion.
 */
export function refuseUnwritable(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  if (isUnwritable(req.body)) {
    next(new MedusaError(MedusaError.Types.INVALID_DATA, "A body has no field with the name toString."))
  } else next()
}

/** @param body what a parser made */
export function isUnwritable(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false
  return Object.hasOwn(body, "toString") || Object.values(body).some(isUnwritable)
}
