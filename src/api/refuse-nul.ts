import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/** PostgreSQL's text holds no NUL: what asks for one names nothing that there is, and would end in a fault. */
export function refuseNul(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  if (req.originalUrl.includes("%00") || holdsNul(req.body)) {
    next(new MedusaError(MedusaError.Types.INVALID_DATA, "A request cannot hold the character NUL."))
  } else next()
}

/** @param body what a JSON parser made */
export const holdsNul = (body: unknown): boolean => holdsText(body, (text) => text.includes("\0"))

/**
 * Whether any text or name in a body is such a one. Step by step and not by JSON.stringify, which a body of some thousand
 * levels takes to the end of its stack.
 */
export function holdsText(body: unknown, isSuch: (text: string) => boolean): boolean {
  const open: unknown[] = [body]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === "string" && isSuch(value)) return true
    if (typeof value !== "object" || value === null) continue
    for (const [name, one] of Object.entries(value)) open.push(name, one)
  }
  return false
}
