import type { IncomingMessage } from "node:http"
import { SandboxError } from "../sandbox-error"

/** Largest body read, in bytes: a payment request takes some 200. */
const BODY_LIMIT = 64 * 1024

/** A request, read to its end. */
export type Call = {
  method: string
  path: string
  /** By name in small letters; undefined where absent. */
  header: (name: string) => string | undefined
  body: string
  /** The caller's address, an IPv4 one in its own form. */
  ip: string
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // The rest is read all the same and dropped, so that the caller gets to see the answer.
    if (size <= BODY_LIMIT) chunks.push(chunk)
  }
  if (size > BODY_LIMIT) throw new SandboxError(413, "payload_too_large", `A body has at most ${BODY_LIMIT} bytes.`)
  return Buffer.concat(chunks).toString("utf8")
}

/** Everything but the body, for a request whose body was refused as well. */
export const callOf = (request: IncomingMessage, body = ""): Call => ({
  method: request.method ?? "GET",
  path: (request.url ?? "/").split("?", 1)[0] ?? "/",
  header: (name) => {
    const value = request.headers[name]
    return Array.isArray(value) ? value.join(", ") : value
  },
  body,
  ip: (request.socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/, ""),
})

export const readCall = async (request: IncomingMessage): Promise<Call> => callOf(request, await readBody(request))

/** The body as JSON; undefined where it is not. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
