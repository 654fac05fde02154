import { randomBytes } from "node:crypto"
import { PAYMENT_COMPLETED } from "../../store-api/wire"
import type { SandboxPayment } from "../types"

/** Bytes are fixed when the event is made: every delivery of it carries the same. */
export type SandboxEvent = { id: string; payment: string; body: string }

/**
 * The event that a payment cleared. The specification does not show its shape; this one is ours:
 * `{id, type, created, data: {payment: {id, status, confirmations, payAmount, displayAmount}}}`.
 */
export function completedEvent(payment: SandboxPayment, now: Date): SandboxEvent {
  const id = `evt_${randomBytes(12).toString("hex")}`
  const { confirmations, payAmount, displayAmount } = payment
  const about = { id: payment.id, status: "completed", confirmations, payAmount, displayAmount }
  const event = { id, type: PAYMENT_COMPLETED, created: now.toISOString(), data: { payment: about } }
  return { id, payment: payment.id, body: JSON.stringify(event) }
}
