import { createHash, createHmac, timingSafeEqual } from "node:crypto"

/** Largest difference between a delivery's timestamp and now, in seconds, as in the reference receiver. */
export const TOLERANCE_SECONDS = 300

/** Limits the work a forged header can cause. */
const MAX_HEADER_LENGTH = 4096
const MAC_HEX_LENGTH = 64

export type SignatureProblem = "signature_missing" | "signature_malformed" | "signature_stale" | "signature_mismatch"

/**
 * Reads the header `t=<unix seconds>,v1=<hex>[,v1=<hex>…]` (Store API, "Events"). Ignores other keys, so that the service
 * can add a scheme; refuses two different `t`, because signer and verifier could use different ones.
 */
export function parseSignatureHeader(header: string): { timestamp: string; macs: string[] } | undefined {
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

/** The lowercase hex HMAC-SHA-256 of `<timestamp>.<body>`. */
export const signatureOf = (timestamp: string, body: Buffer | string, secret: string): string =>
  createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")

/** Tells a secret from the one before it. Four hex digits of its SHA-256, so that they do not help to guess a secret. */
export const secretTag = (secret: string): string => createHash("sha256").update(secret).digest("hex").slice(0, 4)

/**
 * Verifies a delivery over its raw bytes. Checks the timestamp first, so a stale delivery costs no HMAC.
 * @param header the signature header's value; undefined if absent
 * @param secrets valid endpoint secrets; several during a rotation
 * @param nowSeconds unix time in seconds
 * @returns undefined if valid, otherwise the problem
 */
export function verifySignature(
  body: Buffer | string,
  header: string | undefined,
  secrets: readonly string[],
  nowSeconds: number,
): SignatureProblem | undefined {
  if (header === undefined || header === "") return "signature_missing"
  const parsed = parseSignatureHeader(header)
  if (!parsed) return "signature_malformed"
  // Written as `!(… <= …)` so that NaN is refused.
  if (!(Math.abs(nowSeconds - Number(parsed.timestamp)) <= TOLERANCE_SECONDS)) return "signature_stale"
  // No early exit: the time that a refusal takes must not show which secret or value was compared.
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
