import { promisify } from "node:util"
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib"
import { StoreApiError } from "./error"

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
 * @param maxBytes of the decompressed body, so that a small answer cannot fill the memory
 * @throws StoreApiError `response_too_large`, or `malformed_response` for an unknown coding and for damaged bytes
 */
export async function decodeBody(
  bytes: Buffer,
  encoding: string | string[],
  { status, maxBytes }: { status: number; maxBytes: number },
): Promise<string> {
  const coding = String(encoding).trim().toLowerCase()
  const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined
  if (!decode && coding !== "identity") throw unusable("malformed_response", status, "unknown content encoding")
  try {
    return new TextDecoder().decode(decode ? await decode(bytes, { maxOutputLength: maxBytes }) : bytes)
  } catch (error) {
    const isTooLarge = (error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE"
    throw unusable(isTooLarge ? "response_too_large" : "malformed_response", status, `not ${coding}`)
  }
}

const unusable = (code: "response_too_large" | "malformed_response", status: number, detail: string) =>
  new StoreApiError({ code, status, retryable: false, detail: code === "response_too_large" ? undefined : detail })
