import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { SandboxError } from "../sandbox-error"
import { type Answer, problem, refusal } from "./answer"
import { type Call, readCall } from "./call"

export type HttpServer = { url: string; close: () => Promise<void> }

function send(response: ServerResponse, answer: Answer): void {
  if (response.destroyed) return
  if (answer === null) {
    response.destroy()
    return
  }
  const { status, headers, body } = answer
  response.writeHead(status, { "Cache-Control": "no-store", ...headers, "Content-Length": Buffer.byteLength(body) })
  response.end(body)
}

/** The address a person can open: a server that listens everywhere is reached on this machine. */
function urlOf({ address, port, family }: AddressInfo): string {
  const name = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address
  return `http://${name}:${port}`
}

/** Rejects where the port cannot be had, with the system's own error. */
export function startServer(
  { host, port }: { host: string; port: number },
  handle: (call: Call) => Promise<Answer>,
): Promise<HttpServer> {
  const server = createServer((request, response) => {
    readCall(request)
      .then(handle)
      .catch((error: unknown) => {
        if (error instanceof SandboxError) return refusal(error)
        // A caller that went away needs no answer; anything else is a mistake of the sandbox and says so.
        return request.errored ? null : problem(500, "sandbox_error", String(error))
      })
      .then((answer) => send(response, answer))
  })

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      // The one error is that it is closed already, which is what was asked for.
      server.close(() => resolve())
      server.closeAllConnections()
    })

  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => resolve({ url: urlOf(server.address() as AddressInfo), close }))
  })
}
