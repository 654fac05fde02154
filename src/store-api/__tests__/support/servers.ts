import { generateKeyPairSync, sign } from "node:crypto"
import http, { type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http"
import net, { type AddressInfo, type Socket } from "node:net"
import tls from "node:tls"

export type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
export type Answer = (response: ServerResponse, seen: Seen, nth: number) => void

const open: { close(): Promise<void> }[] = []

export async function closeServers(): Promise<void> {
  await Promise.all(open.splice(0).map((server) => server.close()))
}

async function listen(server: net.Server, port = 0) {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on("connection", (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const handle = {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  open.push(handle)
  return handle
}

/** An HTTP server that records its requests and gives the nth request the nth answer; the last answer repeats. */
export async function serve(answers: Answer | Answer[], port?: number) {
  const list = Array.isArray(answers) ? answers : [answers]
  const seen: Seen[] = []
  const listener: RequestListener = (request, response) => {
    const { method = "", url: path = "", headers } = request
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const one = { method, path, headers, body: Buffer.concat(chunks).toString("utf8") }
      seen.push(one)
      list[Math.min(seen.length, list.length) - 1]?.(response, one, seen.length)
    })
  }
  const handle = await listen(http.createServer(listener), port)
  return { ...handle, url: `http://127.0.0.1:${handle.port}`, seen }
}

/** A TCP server. `onRequest` runs once for each connection that has sent something. */
export async function serveRaw(onRequest: (socket: Socket, nth: number) => void) {
  let requests = 0
  const server = net.createServer((socket) => socket.once("data", () => onRequest(socket, ++requests)))
  const handle = await listen(server)
  return { ...handle, url: `http://127.0.0.1:${handle.port}`, requests: () => requests }
}

export async function serveSelfSigned() {
  let requests = 0
  const server = tls.createServer(selfSigned(), (socket) => {
    socket.on("error", () => {})
    socket.on("data", () => requests++)
  })
  server.on("tlsClientError", () => {})
  const handle = await listen(server)
  return { ...handle, url: `https://127.0.0.1:${handle.port}`, requests: () => requests }
}

export async function freePort(): Promise<number> {
  const { port, close } = await listen(net.createServer())
  await close()
  return port
}

export function text(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(status, headers).end(body)
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  text(status, JSON.stringify(body), { "content-type": "application/json", ...headers })

/** A self-signed certificate (X.509 DER, RFC 5280), so that the repository holds no private key. */
export function selfSigned(host = "127.0.0.1"): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const der = (tag: number, ...parts: Buffer[]): Buffer => {
    const content = Buffer.concat(parts)
    const { length } = content
    const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
    return Buffer.concat([Buffer.from([tag, ...size]), content])
  }
  const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
  const hex = (text: string) => Buffer.from(text, "hex")
  const ecdsaWithSha256 = sequence(der(0x06, hex("2a8648ce3d040302")))
  const commonName = der(0x06, hex("550403"))
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(host)))))
  const validity = sequence(der(0x18, Buffer.from("20200101000000Z")), der(0x18, Buffer.from("20991231235959Z")))
  const tbs = sequence(
    der(0xa0, der(0x02, hex("02"))),
    der(0x02, hex("01")),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
  )
  const certificate = sequence(tbs, ecdsaWithSha256, der(0x03, hex("00"), sign("sha256", tbs, privateKey)))
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`,
  }
}
