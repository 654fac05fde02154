import { hash, timingSafeEqual } from "node:crypto"

/**
 * Signed deliveries (Store API, "Events"): `t=<unix seconds>,v1=<hex>[,v1=<hex>…]`, where each v1 is
 * the lowercase hex HMAC-SHA-256 of `<t>.<raw body>` under an endpoint secret.
 */

/** Seconds a delivery's timestamp may differ from now, either way (the reference receiver's value). */
export const TOLERANCE_SECONDS = 300

/** Bounds the work that a forged header can ask for. */
const MAX_HEADER_LENGTH = 4096
const MAC_HEX_LENGTH = 64
const DOT = ".".charCodeAt(0)

export type SignatureProblem = "signature_missing" | "signature_malformed" | "signature_stale" | "signature_mismatch"

export type ParsedSignature = { timestamp: string; macs: string[] }

/**
 * Reads the header. Keys other than `t` and `v1` are passed over (a later scheme may stand beside v1);
 * two different `t` are refused, since a verifier and a signer could each mean another one.
 */
export function parseSignatureHeader(header: string): ParsedSignature | undefined {
  if (header.length > MAX_HEADER_LENGTH) return undefined
  let timestamp: string | undefined
  const macs: string[] = []
  for (let from = 0; from <= header.length; ) {
    const comma = header.indexOf(",", from)
    const end = comma < 0 ? header.length : comma
    const equals = header.indexOf("=", from)
    if (equals < 0 || equals > end) return undefined
    const key = header.slice(from, equals).trim()
    const value = header.slice(equals + 1, end).trim()
    from = end + 1
    if (key === "t") {
      if (!/^\d{1,12}$/.test(value) || (timestamp !== undefined && timestamp !== value)) return undefined
      timestamp = value
    } else if (key === "v1") {
      macs.push(value)
    }
  }
  return timestamp !== undefined && macs.length > 0 ? { timestamp, macs } : undefined
}

/** SHA-256's block, to which HMAC fills a key up (RFC 2104, where this is B), and its result, in bytes. */
const BLOCK = 64
const DIGEST = 32

type Pads = { inner: Buffer /** With room for the inner hash behind it. */; outer: Buffer }

/** Made once for each secret in force, and forgotten with the rest when rotating has made them many. */
const padsBySecret = new Map<string, Pads>()
const MAX_SECRETS = 32

function padsOf(secret: string): Pads {
  const known = padsBySecret.get(secret)
  if (known) return known
  const written = Buffer.from(secret)
  const key = written.length > BLOCK ? hash("sha256", written, "buffer") : written
  const pads = { inner: Buffer.alloc(BLOCK, 0x36), outer: Buffer.alloc(BLOCK + DIGEST, 0x5c) }
  for (const [index, byte] of key.entries()) {
    pads.inner[index] = byte ^ 0x36
    pads.outer[index] = byte ^ 0x5c
  }
  if (padsBySecret.size >= MAX_SECRETS) padsBySecret.clear()
  padsBySecret.set(secret, pads)
  return pads
}

/** What is hashed is laid out here: an allocation of 2 kB for each delivery costs half as much as its hash. */
const scratch = Buffer.alloc(8192)

/**
 * The lowercase hex HMAC-SHA-256 of `<timestamp>.<body>`: RFC 2104's H(K ^ opad, H(K ^ ipad, text)) written out, since
 * two one-shot hashes cost three quarters of what createHmac does, and this is most of what a delivery costs.
 */
export function signatureOf(timestamp: string, body: Buffer | string, secret: string): string {
  const message = typeof body === "string" ? Buffer.from(body) : body
  const pads = padsOf(secret)
  // No character of a timestamp is more than three bytes.
  const room = BLOCK + 3 * timestamp.length + 1 + message.length
  const inner = room <= scratch.length ? scratch : Buffer.allocUnsafe(room)
  inner.set(pads.inner)
  const dot = BLOCK + inner.write(timestamp, BLOCK)
  inner[dot] = DOT
  inner.set(message, dot + 1)
  pads.outer.write(hash("sha256", inner.subarray(0, dot + 1 + message.length), "binary"), BLOCK, "binary")
  return hash("sha256", pads.outer, "hex")
}

/**
 * Verifies a delivery over its raw bytes. The clock is checked first: a stale delivery costs no HMAC.
 * @param header the signature header's value, or undefined where it is absent
 * @param secrets endpoint secrets in force (several while one is rotated)
 * @param nowSeconds unix time in seconds
 * @returns undefined when valid, else what is wrong with it
 */
export function verifySignature(
  body: Buffer | string,
  header: string | undefined,
  secrets: readonly string[],
  nowSeconds: number,
  toleranceSeconds: number = TOLERANCE_SECONDS,
): SignatureProblem | undefined {
  if (header === undefined || header === "") return "signature_missing"
  const parsed = parseSignatureHeader(header)
  if (!parsed) return "signature_malformed"
  // Put so that a clock that is no number refuses.
  if (!(Math.abs(nowSeconds - Number(parsed.timestamp)) <= toleranceSeconds)) return "signature_stale"
  // No early exit: how long a refusal takes must not tell which secret or which value came close.
  let valid = false
  for (const secret of secrets) {
    if (secret === "") continue
    const expected = Buffer.from(signatureOf(parsed.timestamp, body, secret), "latin1")
    for (const mac of parsed.macs) {
      if (mac.length === MAC_HEX_LENGTH && timingSafeEqual(Buffer.from(mac, "latin1"), expected)) valid = true
    }
  }
  return valid ? undefined : "signature_mismatch"
}
