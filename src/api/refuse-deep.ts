import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/** Many more than any body of ours has. */
export const MOST_LEVELS = 32

/** Medusa's validator writes a value of the wrong type out, and one of some thousand levels ends its stack. */
export function refuseDeep(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  if (isDeeper(req.body, MOST_LEVELS)) {
    next(new MedusaError(MedusaError.Types.INVALID_DATA, `A body has at most ${MOST_LEVELS} levels.`))
  } else next()
}

/** @param body what a parser made */
export function isDeeper(body: unknown, levels: number): boolean {
  let inner: unknown[] = [body]
  for (let level = 0; level <= levels; level++) {
    inner = inner.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []))
    if (inner.length === 0) return false
  }
  return true
}
