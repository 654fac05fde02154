import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/** Far more levels than any valid body has. */
const MOST_LEVELS = 32

/** Half of a surrogate pair cannot be written in UTF-8, so jsonb refuses it. */
const LONE_SURROGATE = /\p{Surrogate}/u

const refuseWhen =
  (isBad: (req: MedusaRequest) => boolean, message: string) =>
  (req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void =>
    next(isBad(req) ? new MedusaError(MedusaError.Types.INVALID_DATA, message) : undefined)

/** Medusa's validator prints a value of a wrong type, and a few thousand levels overflow the stack. */
export const refuseDeep = refuseWhen(
  ({ body }) => isDeeper(body, MOST_LEVELS),
  `A body has at most ${MOST_LEVELS} levels.`,
)

/** Medusa's validator throws when it prints an object with its own `toString`. `refuseDeep` must run before. */
export const refuseUnwritable = refuseWhen(
  ({ body }) => isUnwritable(body),
  "A body has no field with the name toString.",
)

/** PostgreSQL's text cannot store NUL, so such a request would end with 500. */
export const refuseNul = refuseWhen(
  ({ originalUrl, body }) => originalUrl.includes("%00") || holdsNul(body),
  "A request cannot hold the character NUL.",
)

/** Refuses session data for our provider that Medusa's validator cannot print or its jsonb column cannot hold. */
export const refuseUnusableSessionData = refuseWhen(({ body }) => {
  const { provider_id, data } = (body ?? {}) as { provider_id?: unknown; data?: unknown }
  return typeof provider_id === "string" && provider_id.startsWith("pp_crypto_") && isUnusable(data)
}, "The session's data is not a choice of asset and chain.")

export const isUnusable = (data: unknown): boolean =>
  isDeeper(data, MOST_LEVELS) ||
  isUnwritable(data) ||
  holdsText(data, (text) => text.includes("\0") || LONE_SURROGATE.test(text))

/** @param body parsed JSON */
export function isDeeper(body: unknown, levels: number): boolean {
  let inner: unknown[] = [body]
  for (let level = 0; level <= levels; level++) {
    inner = inner.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []))
    if (inner.length === 0) return false
  }
  return true
}

/** @param body parsed JSON */
export function isUnwritable(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false
  return Object.hasOwn(body, "toString") || Object.values(body).some(isUnwritable)
}

/** @param body parsed JSON */
export const holdsNul = (body: unknown): boolean => holdsText(body, (text) => text.includes("\0"))

/** Checks every text and field name. It is a loop, because a few thousand levels would overflow a recursion. */
function holdsText(body: unknown, matches: (text: string) => boolean): boolean {
  const open: unknown[] = [body]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === "string" && matches(value)) return true
    if (typeof value !== "object" || value === null) continue
    for (const [name, one] of Object.entries(value)) open.push(name, one)
  }
  return false
}

/** Answers a path whose percent-encoding Express cannot decode, which would end with 500. */
export const refuseMalformedPath =
  (answer: (req: MedusaRequest, res: MedusaResponse) => void) =>
  (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    if (isDecodable(req.path)) next()
    else answer(req, res)
  }

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
