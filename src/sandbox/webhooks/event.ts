import { createHmac, randomBytes } from "node:crypto"
import { PAYMENT_COMPLETED } from "../../store-api/wire"
import type { SandboxPayment } from "../types"

/** The bytes are fixed when the event is made: every delivery carries the same. */
export type SandboxEvent = { id: string; payment: string; body: string }

/** The event that a payment cleared. Its shape is ours, because the specification does not show one. */
export function completedEvent(payment: SandboxPayment, now: Date): SandboxEvent {
  const id = `evt_${randomBytes(12).toString("hex")}`
  const { confirmations, payAmount, displayAmount } = payment
  const about = { id: payment.id, status: "completed", confirmations, payAmount, displayAmount }
  const event = { id, type: PAYMENT_COMPLETED, created: now.toISOString(), data: { payment: about } }
  return { id, payment: payment.id, body: JSON.stringify(event) }
}

/**
 * Value of the signature header (Store API, "Events"): the time, then one MAC for each secret. Shares no code with the
 * plugin's verification, because two sides that share code agree on its mistakes.
 *
 * @param timestamp Unix seconds
 */
export function signatureHeader(secrets: readonly string[], timestamp: number, body: string): string {
  const macs = secrets.map((secret) => createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex"))
  return [`t=${timestamp}`, ...macs.map((mac) => `v1=${mac}`)].join(",")
}
