import { gzipSync } from "node:zlib"
import type { Dice } from "./dice"
import { makeBody, spoil } from "./fuzzed-body"
import { makeSignature } from "./fuzzed-signature"

export type FuzzedRequest = {
  /** The bytes to send, in pieces. */
  pieces: Buffer[]
  /** The body if the request carries its valid signature; null if storing it would be a fault. */
  vouched: Buffer | null
  method: string
  /** True if the request says correctly where it ends, so that the server must answer and can keep the connection. */
  whole: boolean
}

export const ROUTE = "/hooks/crypto-payments/default"
const PATHS = [
  ...[`${ROUTE}/`, `${ROUTE}?a=1`, `${ROUTE}?connection=x&connection[]=y`, `${ROUTE}#x`, `${ROUTE}%00`, `${ROUTE}%20`],
  ...["/hooks/crypto-payments/%64efault", "/hooks/crypto-payments/elsewhere", "/hooks/crypto-payments/__proto__"],
  ...["/hooks/crypto-payments/%E0%A4%A", "/hooks/crypto-payments/%", "/hooks/crypto-payments/%FF", "/hooks/%/default"],
  ...["/hooks/crypto-payments/constructor", "/hooks/crypto-payments/..%2f..%2fadmin", "/hooks/crypto-payments/"],
  ...["/hooks//crypto-payments//default", "/HOOKS/Crypto-Payments/DEFAULT", "/hooks/crypto-payments/%F0%9F%92%B8"],
  ...[
    `/hooks/crypto-payments/${"d".repeat(6_000)}`,
    "/hooks/crypto-payments/default;x=1",
    "/hooks/crypto-payments/a\\b",
  ],
  ...[`http://elsewhere.example${ROUTE}`, "/hooks/crypto-payments/\xe9", "/hooks/crypto-payments/default/more"],
]
/** Methods besides POST, some of them invalid. CONNECT is left out, because its answers have another form. */
const METHODS = [
  "GET",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "PROPFIND",
  "TRACE",
  "post",
  "PO ST",
  "X".repeat(40),
]
const TYPES = [
  ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data"],
  ...["application/json; charset=utf-16", "application/json; charset=nonsense", "*/*", "", "\xff", "a".repeat(500)],
]
const ENCODINGS = ["gzip", "deflate", "br", "identity", "gzip, gzip", "nonsense", ""]
const ODD_HEADERS: readonly [string, string][] = [
  ...([
    ["Expect", "100-continue"],
    ["Expect", "a miracle"],
    ["Upgrade", "websocket"],
    ["Origin", "null"],
  ] as const),
  ...([
    ["X-Forwarded-For", "a, b, 1.2.3.4:x"],
    ["X-Forwarded-Proto", "\xff"],
    ["Cookie", "connect.sid=s%3A%"],
  ] as const),
  ...([
    ["Authorization", "Bearer ."],
    ["Range", "bytes=9-1"],
    ["If-None-Match", "*"],
    ["X-Http-Method", "GET"],
  ] as const),
  ...([
    ["Content-MD5", "x"],
    ["Accept", "image/*"],
    ["Host", "elsewhere.example"],
    ["X-Junk", "j".repeat(9_000)],
  ] as const),
  ...([
    ["X-Junk", "j".repeat(20_000)],
    ["Content-Language", "%"],
    ["Forwarded", "for=;;;"],
    ["Via", ""],
  ] as const),
].map(([name, value]) => [name, value])

/** The n-th request: a request of the service with one or more changes. */
export function makeRequest(dice: Dice, n: number, secret: string, now: number): FuzzedRequest {
  const original = makeBody(dice, n)
  const zipped = dice.oneIn(60)
  const written = zipped ? gzipSync(original) : original
  const body = dice.oneIn(3) ? spoil(dice, written) : written
  // A third of the changed bodies is signed after the change, so that odd bodies pass the signature check too.
  const signature = makeSignature(dice, body, dice.oneIn(3) ? body : written, secret, now)
  const method = dice.oneIn(20) ? dice.pick(METHODS) : "POST"
  const path = dice.oneIn(8) ? dice.pick(PATHS) : ROUTE

  const headers: [string, string][] = [
    ["Host", "localhost"],
    ["Content-Type", dice.oneIn(6) ? dice.pick(TYPES) : "application/json"],
    ...signature.values.map((value): [string, string] => ["Service-Signature", value]),
  ]
  if (zipped || dice.oneIn(30)) headers.push(["Content-Encoding", dice.pick(ENCODINGS)])
  if (dice.oneIn(12)) headers.push([...dice.pick(ODD_HEADERS)])
  const vouched = signature.vouches ? body : null
  const framed = frame(dice, body, headers)
  const head = [`${method} ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), "", ""].join(
    "\r\n",
  )
  return { pieces: [Buffer.from(head, "latin1"), ...framed.pieces], vouched, method, whole: framed.whole }
}

/** Says where the body ends, correctly by Content-Length or chunks, or wrongly. */
function frame(dice: Dice, body: Buffer, headers: [string, string][]): { pieces: Buffer[]; whole: boolean } {
  const middle = dice.below(body.length + 1)
  const halves = [body.subarray(0, middle), body.subarray(middle)]
  if (dice.oneIn(12)) {
    headers.push(["Transfer-Encoding", "chunked"])
    const more = dice.pick(["", ";name=value", ';name="quo ted"'])
    const chunks = halves.filter(({ length }) => length > 0)
    const pieces = chunks.map((chunk) =>
      Buffer.concat([Buffer.from(`${chunk.length.toString(16)}${more}\r\n`), chunk, Buffer.from("\r\n")]),
    )
    return { pieces: [...pieces, Buffer.from(dice.oneIn(3) ? "0\r\nTrailer: x\r\n\r\n" : "0\r\n\r\n")], whole: true }
  }
  if (!dice.oneIn(40)) {
    headers.push(["Content-Length", String(body.length)])
    return { pieces: dice.oneIn(10) ? halves : [body], whole: true }
  }
  const wrong: readonly [string, string][][] = [
    [["Content-Length", String(body.length + 1 + dice.below(1000))]],
    [["Content-Length", String(Math.max(0, body.length - 1 - dice.below(20)))]],
    [["Content-Length", dice.pick(["-1", "1e3", "0x10", "9".repeat(30), "a", " "])]],
    [...(["1", "2"].map((one) => ["Content-Length", one]) as [string, string][])],
    [["Transfer-Encoding", dice.pick(["chunked", "gzip, chunked", "identity", "x"])]],
    [
      ["Transfer-Encoding", "chunked"],
      ["Content-Length", String(body.length)],
    ],
    [],
  ]
  headers.push(...dice.pick(wrong))
  return { pieces: [body], whole: false }
}
