import { request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"

export type Posted = { status: number; error: null } | { status: null; error: string }

/** How long a receiver may take to answer, in milliseconds. */
export const DELIVERY_TIMEOUT_MS = 10_000

/**
 * One attempt at a delivery; never rejects, and drops the answer's body. Opens a new connection each time, so that none
 * is left when the sandbox closes.
 */
export function postEvent(
  url: string,
  body: string,
  signature: Record<string, string>,
  closing: AbortSignal,
): Promise<Posted> {
  const send = url.startsWith("https:") ? httpsRequest : httpRequest
  const timeout = AbortSignal.timeout(DELIVERY_TIMEOUT_MS)
  const length = Buffer.byteLength(body)
  const headers = { "Content-Type": "application/json", "Content-Length": length, Connection: "close", ...signature }
  const options = { method: "POST", agent: false, signal: AbortSignal.any([closing, timeout]), headers }
  return new Promise((resolve) => {
    const failed = (cause: NodeJS.ErrnoException): void => {
      const error = timeout.aborted ? `no answer in ${DELIVERY_TIMEOUT_MS} ms` : (cause.code ?? cause.message)
      resolve({ status: null, error })
    }
    const request = send(url, options, (response) => {
      response.on("error", failed).on("end", () => resolve({ status: response.statusCode ?? 0, error: null }))
      response.resume()
    })
    request.on("error", failed).end(body)
  })
}
