import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MAX_EVENT_BYTES, TOO_LARGE } from "../workflows/receive-event/receive-event"
import { CollectedBytes } from "./collected-bytes"

/**
 * Reads an event's bytes as they came, whatever its content type says: the signature is over them, and nothing
 * is parsed before it holds. Medusa's own parsers keep raw bytes of the types they know only, and answer a body
 * that is too large or no JSON by themselves, before the signature was looked at and without a code.
 */
export function readRawBody(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const collected = new CollectedBytes(MAX_EVENT_BYTES)
  const done = (): void => {
    req.off("data", take).off("end", end).off("error", done)
  }
  const refuse = (): void => {
    done()
    // What is still coming is thrown away by Node once the answer is out.
    res.status(TOO_LARGE.status).json({ code: TOO_LARGE.code, message: TOO_LARGE.message })
  }
  const take = (chunk: Buffer): void => {
    if (!collected.add(chunk)) refuse()
  }
  const end = (): void => {
    done()
    req.rawBody = collected.bytes
    next()
  }
  if (Number(req.headers["content-length"]) > MAX_EVENT_BYTES) refuse()
  // A sender that hangs up in the middle gets no answer, and nothing of what it sent is kept.
  else req.on("data", take).on("end", end).on("error", done)
}
