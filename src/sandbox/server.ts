import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { z } from "zod"
import { SandboxError } from "./types"

type HttpServer = { url: string; close: () => Promise<void> }

/** The largest accepted body, in bytes. A payment request has about 200. */
const BODY_LIMIT = 64 * 1024

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // Reads and drops the rest, so that the caller can read the answer.
    if (size <= BODY_LIMIT) chunks.push(chunk)
  }
  if (size > BODY_LIMIT) throw new SandboxError(413, "payload_too_large", `A body has at most ${BODY_LIMIT} bytes.`)
  return {
    method: request.method ?? "GET",
    path: (request.url ?? "/").split("?", 1)[0] ?? "/",
    headers: request.headers,
    body: Buffer.concat(chunks).toString("utf8"),
    ip: (request.socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/, ""),
  }
}

function send(response: ServerResponse, answer: Answer): void {
  if (response.destroyed) return
  if (answer === null) return void response.destroy()
  const { status, headers, body } = answer
  response.writeHead(status, { "Cache-Control": "no-store", ...headers, "Content-Length": Buffer.byteLength(body) })
  response.end(body)
}

/** A URL that a person can open. A server that listens on all addresses is reached by 127.0.0.1. */
function urlOf({ address, port, family }: AddressInfo): string {
  const name = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address
  return `http://${name}:${port}`
}

/** Rejects with the system's error if the port is not available. */
export async function startServer(
  { host, port }: { host: string; port: number },
  handle: (call: Call) => Promise<Answer>,
): Promise<HttpServer> {
  const server = createServer((request, response) => {
    readCall(request)
      .then(handle)
      .catch((error: unknown) => {
        // A caller that disconnected needs no answer. An error that is no SandboxError is a bug.
        if (request.errored) return null
        return errorAnswer(
          error instanceof SandboxError ? error : new SandboxError(500, "sandbox_error", String(error)),
        )
      })
      .then((answer) => send(response, answer))
  })
  server.listen(port, host)
  await once(server, "listening")
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      // The only possible error is that the server is already closed.
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: urlOf(server.address() as AddressInfo), close }
}

export type Call = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The caller's IP address; an IPv4 address is not written as IPv6. */
  ip: string
}

/** The answer to a caller; null closes the connection without one. */
export type Answer = { status: number; headers: Record<string, string>; body: string } | null

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
})

/** The shape of an error's body is ours; the specification shows only the codes. */
export const errorAnswer = ({ status, code, message, headers }: SandboxError): Answer =>
  json(status, { error: { code, message } }, headers)

export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The input parsed by `schema`. Throws `invalid_request` with the first issue. */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === "unrecognized_keys" && `There is no field ${issue.keys.join(", ")} here.`
  throw new SandboxError(400, "invalid_request", `${issue?.path.join(".") || "body"}: ${unknown || issue?.message}`)
}

/** How many calls and deliveries are kept, so that a sandbox that runs for days does not fill its memory. */
const KEPT = 10_000

/** Adds an entry to a list and drops the oldest one if the list is full. */
export function keepLast<T>(entries: T[], entry: T): void {
  if (entries.push(entry) > KEPT) entries.shift()
}
