import { type LookupAddress, type LookupOptions, lookup } from "node:dns"
import { promisify } from "node:util"
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib"
import type { Dispatcher, Pool } from "undici"
import { isPrivateAddress } from "../core/connection/base-url"
import { malformed, PRIVATE_ADDRESS, StoreApiError } from "./outcome"

/** In bytes, also decompressed, so that a small answer cannot fill the memory. A real answer has a few hundred. */
const MAX_RESPONSE_BYTES = 1024 * 1024

/** The body as text. The status of a refusal says enough, so its body may be unreadable. */
export async function textOf({ body, headers, statusCode }: Dispatcher.ResponseData, expectStatus: readonly number[]) {
  const encoding = headers["content-encoding"]
  if (!encoding) return body.text()
  const decoded = decodeBody(Buffer.from(await body.arrayBuffer()), encoding, statusCode)
  return expectStatus.includes(statusCode) ? decoded : decoded.catch(() => "")
}

export type PoolOptions = {
  baseUrl: string
  /** Timeout of connecting, in milliseconds. */
  connectTimeoutMs?: number
  /** Allows a name that resolves to a private address. `baseUrlProblem` checks IP addresses in the URL. */
  allowPrivate?: boolean
  /** The maximum number of sockets. */
  connections?: number
}

/** Loads undici at the first request. At startup it would be a third of the time that the plugin adds. */
export async function openPool(options: PoolOptions): Promise<Pool> {
  const { Pool } = await import("undici")
  return new Pool(new URL(options.baseUrl).origin, {
    connections: options.connections ?? 16,
    connect: {
      timeout: options.connectTimeoutMs ?? 3000,
      // Resolved again for each new connection, because a name may get another address.
      ...(options.allowPrivate ? {} : { lookup: publicLookup }),
    },
    maxResponseSize: MAX_RESPONSE_BYTES,
  })
}

/**
 * The Authorization header of RFC 7617, with both parts as UTF-8.
 * @throws TypeError for a user-id with a colon, or a control character in either part (RFC 7617 section 2)
 */
export function basicAuth(user: string, password: string): string {
  if (user.includes(":")) throw new TypeError("a colon in the user name")
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds characters to refuse
  if (/[\u0000-\u001f\u007f]/.test(user + password)) throw new TypeError("a control character")
  return `Basic ${Buffer.from(`${user}:${password}`, "utf8").toString("base64")}`
}

const gzip = promisify(gunzip)

const zlib = promisify(inflate)

const raw = promisify(inflateRaw)

const brotli = promisify(brotliDecompress)

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

/** The codings of RFC 9110 8.4.1, and Brotli (RFC 7932). We ask for none, but a proxy may compress anyway. */
const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip,
  "x-gzip": gzip,
  br: brotli,
  // Some servers send deflate without its zlib header (RFC 9110 8.4.1.2).
  deflate: (bytes, options) => (hasZlibHeader(bytes) ? zlib : raw)(bytes, options),
}

/** RFC 1950 2.2: compression method 8, and a check that makes the first two bytes a multiple of 31. */
const hasZlibHeader = (bytes: Buffer): boolean =>
  bytes.length >= 2 && ((bytes[0] as number) & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0

/**
 * The text of a body with this Content-Encoding. At most one coding is accepted.
 * @throws StoreApiError `response_too_large`, or `malformed_response` for an unknown coding and for damaged bytes
 */
async function decodeBody(bytes: Buffer, encoding: string | string[], status: number): Promise<string> {
  const coding = String(encoding).trim().toLowerCase()
  const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined
  if (!decode && coding !== "identity") throw malformed("unknown content encoding", status)
  try {
    return new TextDecoder().decode(decode ? await decode(bytes, { maxOutputLength: MAX_RESPONSE_BYTES }) : bytes)
  } catch (error) {
    const isTooLarge = (error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE"
    if (isTooLarge) throw new StoreApiError({ code: "response_too_large", status, retryable: false })
    throw malformed(`not ${coding}`, status)
  }
}

type Callback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

type Lookup = (hostname: string, options: LookupOptions, callback: Callback) => void

/**
 * `dns.lookup` with public addresses only. It runs while the socket connects, so a name cannot resolve to one address
 * for a check and to another for the connection; `baseUrlProblem` checks IP addresses in the URL itself.
 */
export const publicLookup = publicOnly(lookup as Lookup)

/** `resolve`, with only the public addresses of its result. */
export function publicOnly(resolve: Lookup) {
  return (hostname: string, options: LookupOptions, callback: Callback): void =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const open = (found as LookupAddress[]).filter(({ address }) => isPrivateAddress(address) === false)
      const [first] = open
      if (!first) {
        const refusal: NodeJS.ErrnoException = new Error("the name leads to a private network")
        refusal.code = PRIVATE_ADDRESS
        return callback(refusal, [])
      }
      return options.all ? callback(null, open) : callback(null, first.address, first.family)
    })
}
