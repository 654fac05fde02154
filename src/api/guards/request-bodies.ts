import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { isCrypto } from "../../core/assets/choices"
import { webhookRefusal } from "../../core/webhook/event"
import { MAX_EVENT_BYTES } from "../../workflows/webhook/receive-event"

/** Every refusal of a JSON body that may contain a secret: the HTTP status, a stable code, and what is wrong. */
export const BODY_REFUSALS = {
  wrong_type: [415, "body_not_json", "The body must be JSON, with the header Content-Type: application/json."],
  wrong_json: [400, "body_not_json", "The body is not valid JSON."],
  holds_nul: [400, "body_not_text", "A request cannot hold the character NUL."],
  too_large: [413, "body_too_large", "The body is at most 128 kB."],
} as const satisfies Record<string, readonly [status: number, code: string, message: string]>

export type BodyRefusal = (typeof BODY_REFUSALS)[keyof typeof BODY_REFUSALS]

const FIRST_BYTES = 1024
/** Enough for a logo of 64 kB in base64 and the other settings. */
const MAX_JSON_BYTES = 128 * 1024

/**
 * Sets `req.rawBody` to the body's raw bytes, for any content type. They are copied into one growing buffer, because
 * each chunk costs about 200 bytes of memory and a sender may send one byte at a time.
 */
const readBytes =
  (maxBytes: number, refuse: (res: MedusaResponse) => void) =>
  (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    let buffer = Buffer.alloc(FIRST_BYTES)
    let size = 0
    const stop = (): void => {
      req.off("data", take).off("end", end).off("error", stop)
    }
    const tooLarge = (): void => {
      stop()
      // After the answer Node discards the rest of the body.
      refuse(res)
    }
    const take = (chunk: Buffer): void => {
      const needed = size + chunk.length
      if (needed > maxBytes) {
        tooLarge()
        return
      }
      if (needed > buffer.length) {
        buffer = Buffer.concat([buffer], Math.min(maxBytes, Math.max(needed, 2 * buffer.length)))
      }
      chunk.copy(buffer, size)
      size = needed
    }
    const end = (): void => {
      stop()
      req.rawBody = buffer.subarray(0, size)
      next()
    }
    if (Number(req.headers["content-length"]) > maxBytes) tooLarge()
    // If the sender disconnects, there is no answer and nothing is kept.
    else req.on("data", take).on("end", end).on("error", stop)
  }

/** Reads an event's raw bytes for the signature. Medusa's own parsers keep those of known content types only. */
export const readEventBody = readBytes(MAX_EVENT_BYTES, (res) => {
  const { status, code, message } = webhookRefusal("event_too_large")
  res.status(status).json({ code, message })
})

/** A network and an address. */
const MAX_FORM_BYTES = 2048

/**
 * Reads the form of a link whose token must not be in a log: Medusa's parser names the path of a body that it refuses.
 */
export const readForm = [
  readBytes(MAX_FORM_BYTES, (res) => res.status(413).type("text/plain").send("This form is too large.")),
  (req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void => {
    req.body = Object.fromEntries(new URLSearchParams(String(req.rawBody)))
    next()
  },
]

const refuseJson = (res: MedusaResponse, [status, code, message]: BodyRefusal): void => {
  res.status(status).json({ type: "invalid_data", code, message })
}

function jsonProblem(req: MedusaRequest): BodyRefusal | undefined {
  const bytes = req.rawBody as Buffer
  req.body = {}
  if (bytes.length === 0) return undefined
  if (!req.is("application/json")) return BODY_REFUSALS.wrong_type
  try {
    req.body = JSON.parse(bytes.toString("utf8"))
  } catch {
    return BODY_REFUSALS.wrong_json
  }
  return holdsNul(req.body) ? BODY_REFUSALS.holds_nul : undefined
}

function parseJson(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const problem = jsonProblem(req)
  if (problem) refuseJson(res, problem)
  else next()
}

/**
 * Reads a JSON body that may contain a secret, because Medusa's parser quotes invalid JSON in its answer and in the
 * log. Requires the JSON content type, which a form on another site cannot send with an admin's cookie.
 */
export const readJsonBody = [readBytes(MAX_JSON_BYTES, (res) => refuseJson(res, BODY_REFUSALS.too_large)), parseJson]

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
  return typeof provider_id === "string" && isCrypto(provider_id) && isUnusable(data)
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
