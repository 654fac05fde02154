import { randomBytes } from "node:crypto"
import type { CreatePaymentRequest } from "../../store-api/wire"
import type { PayOptions } from "../options"
import { SandboxError } from "../sandbox-error"
import type { SandboxOptions, SandboxPayment, SandboxStatus } from "../types"
import { issuePayment, type PaymentRecord } from "./issue-payment"

type LedgerOptions = Required<Pick<SandboxOptions, "clock" | "quoteSeconds" | "confirmationsNeeded">> & {
  /** Whether its keys are live ones, whose payments are on main networks. */
  live: boolean
  onCompleted: (payment: SandboxPayment) => void
}

export type Ledger = ReturnType<typeof createLedger>

function statusOf({ completedAt, seenAt, quoteExpiresAt }: PaymentRecord, now: Date): SandboxStatus {
  if (completedAt) return "completed"
  if (seenAt) return "confirming"
  return now >= new Date(quoteExpiresAt) ? "expired" : "awaiting_payment"
}

/** The payments of this run, in memory, and the actions of a payer and of a blockchain. */
export function createLedger({ clock, quoteSeconds, confirmationsNeeded, live, onCompleted }: LedgerOptions) {
  const records = new Map<string, PaymentRecord>()
  const seed = randomBytes(16).toString("hex")
  const view = (record: PaymentRecord): SandboxPayment =>
    structuredClone({ ...record, status: statusOf(record, clock()) })

  const need = (id: string): PaymentRecord => {
    const record = records.get(id)
    if (!record) throw new SandboxError(404, "not_found", `There is no payment ${id}.`)
    return record
  }

  const complete = (record: PaymentRecord): void => {
    record.completedAt = clock().toISOString()
    onCompleted(view(record))
  }

  const payLate = (id: string, { confirmations, complete: clears }: PayOptions = {}): SandboxPayment => {
    const record = need(id)
    if (record.completedAt) throw new SandboxError(409, "already_completed", "The payment has cleared already.")
    const shown = confirmations ?? (clears === false ? 0 : confirmationsNeeded)
    record.seenAt ??= clock().toISOString()
    record.confirmations = Math.max(record.confirmations, shown)
    if (clears ?? record.confirmations >= confirmationsNeeded) complete(record)
    return view(record)
  }

  return {
    create(request: CreatePaymentRequest): SandboxPayment {
      const id = `pay_${randomBytes(12).toString("hex")}`
      const record = issuePayment({ id, seed, request, createdAt: clock(), quoteSeconds, live })
      records.set(id, record)
      return view(record)
    },

    list: (): SandboxPayment[] => [...records.values()].map(view),

    get: (id: string): SandboxPayment => view(need(id)),

    payLate,

    pay(id: string, options?: PayOptions): SandboxPayment {
      if (statusOf(need(id), clock()) === "expired") {
        throw new SandboxError(409, "quote_expired", "The quote is over; only a late payment can follow.")
      }
      return payLate(id, options)
    },

    confirm(id: string, confirmations?: number): SandboxPayment {
      const record = need(id)
      if (!record.seenAt) throw new SandboxError(409, "not_paid", "Nothing was sent yet, so nothing can confirm.")
      record.confirmations = Math.max(record.confirmations, confirmations ?? record.confirmations + 1)
      if (!record.completedAt && record.confirmations >= confirmationsNeeded) complete(record)
      return view(record)
    },

    expire(id: string): SandboxPayment {
      const record = need(id)
      const ended = Math.min(Date.parse(record.quoteExpiresAt), clock().getTime() - 1000)
      record.quoteExpiresAt = record.rate.expiresAt = new Date(ended).toISOString()
      return view(record)
    },
  }
}
