import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { webhookRefusal } from "../../core/text/webhook-answers"
import { MAX_EVENT_BYTES } from "../../workflows/webhook/receive-event"
import { holdsNul } from "./unusable-request"

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
