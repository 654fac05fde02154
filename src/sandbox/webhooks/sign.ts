import { createHmac } from "node:crypto"

/**
 * Value of the signature header (Store API, "Events"): the time, then one MAC for each secret.
 * Written here and not shared with the receiver on purpose: two sides that share code agree on its mistakes.
 *
 * @param timestamp Unix seconds
 */
export function signatureHeader(secrets: readonly string[], timestamp: number, body: string): string {
  const macs = secrets.map((secret) => createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex"))
  return [`t=${timestamp}`, ...macs.map((mac) => `v1=${mac}`)].join(",")
}
