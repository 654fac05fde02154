import { createHmac, timingSafeEqual } from "node:crypto"

/**
 * Signed deliveries (Store API, "Events"): `t=<unix seconds>,v1=<hex>[,v1=<hex>…]`, where each v1 is
 * the lowercase hex HMAC-SHA-256 of `<t>.<raw body>` under an endpoint secret.
 */

/** Seconds a delivery's timestamp may differ from now, either way (the reference receiver's value). */
export const TOLERANCE_SECONDS = 300

/** Bounds the work that a forged header can ask for. */
const MAX_HEADER_LENGTH = 4096
const MAC_HEX_LENGTH = 64

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
  for (const part of header.split(",")) {
    const equals = part.indexOf("=")
    if (equals < 0) return undefined
    const key = part.slice(0, equals).trim()
    const value = part.slice(equals + 1).trim()
    if (key === "t") {
      if (!/^\d{1,12}$/.test(value) || (timestamp !== undefined && timestamp !== value)) return undefined
      timestamp = value
    } else if (key === "v1") {
      macs.push(value)
    }
  }
  return timestamp !== undefined && macs.length > 0 ? { timestamp, macs } : undefined
}

/** The lowercase hex HMAC-SHA-256 of `<timestamp>.<body>`. */
export function signatureOf(timestamp: string, body: Buffer | string, secret: string): string {
  return createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")
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
  const candidates = parsed.macs.filter((mac) => mac.length === MAC_HEX_LENGTH).map((mac) => Buffer.from(mac, "latin1"))
  // No early exit: how long a refusal takes must not tell which secret or which value came close.
  let valid = false
  for (const secret of secrets) {
    if (secret === "") continue
    const expected = Buffer.from(signatureOf(parsed.timestamp, body, secret))
    for (const candidate of candidates) {
      if (timingSafeEqual(candidate, expected)) valid = true
    }
  }
  return valid ? undefined : "signature_mismatch"
}
