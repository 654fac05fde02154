import type { PaymentResponse } from "../../store-api/wire"
import type { SandboxPayment, SandboxStatus } from "../types"

/** A payment as it is kept: what was issued never changes, and the status follows from the rest and the clock. */
export type PaymentRecord = {
  issued: Pick<PaymentResponse, "id" | "address" | "payAmount" | "displayAmount" | "chain" | "uri">
  pricePerWholeUnit: string
  payerIp: string | null
  createdAt: Date
  quoteExpiresAt: Date
  seenAt: Date | null
  confirmations: number
  completedAt: Date | null
}

export function statusOf(record: PaymentRecord, now: Date): SandboxStatus {
  if (record.completedAt) return "completed"
  if (record.seenAt) return "confirming"
  return now >= record.quoteExpiresAt ? "expired" : "awaiting_payment"
}

export function viewOf(record: PaymentRecord, now: Date): SandboxPayment {
  const quoteExpiresAt = record.quoteExpiresAt.toISOString()
  return {
    ...structuredClone(record.issued),
    status: statusOf(record, now),
    rate: { pricePerWholeUnit: record.pricePerWholeUnit, expiresAt: quoteExpiresAt },
    quoteExpiresAt,
    confirmations: record.confirmations,
    payerIp: record.payerIp,
    createdAt: record.createdAt.toISOString(),
    seenAt: record.seenAt?.toISOString() ?? null,
    completedAt: record.completedAt?.toISOString() ?? null,
  }
}

/** The fields of the create operation's answer, and no others. */
export function toResponse(payment: SandboxPayment): PaymentResponse {
  const { id, status, address, payAmount, displayAmount, rate, chain, uri, quoteExpiresAt } = payment
  return { id, status, address, payAmount, displayAmount, rate, chain, uri, quoteExpiresAt }
}
