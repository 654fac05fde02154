import { randomBytes } from "node:crypto"
import type { CreatePaymentRequest } from "../../store-api/wire"
import { SandboxError } from "../sandbox-error"
import type { PayOptions, SandboxPayment } from "../types"
import { issuePayment } from "./issue-payment"
import { type PaymentRecord, viewOf } from "./payment-record"

export type LedgerOptions = {
  clock: () => Date
  quoteSeconds: number
  confirmationsNeeded: number
  onCompleted: (payment: SandboxPayment) => void
}

export type Ledger = ReturnType<typeof createLedger>

/** Every payment of this run, in memory, and what a payer and a blockchain can do to one. */
export function createLedger({ clock, quoteSeconds, confirmationsNeeded, onCompleted }: LedgerOptions) {
  const records = new Map<string, PaymentRecord>()
  const seed = randomBytes(16).toString("hex")
  const view = (record: PaymentRecord): SandboxPayment => viewOf(record, clock())

  const find = (id: string): PaymentRecord => {
    const record = records.get(id)
    if (!record) throw new SandboxError(404, "not_found", `There is no payment ${id}.`)
    return record
  }

  const complete = (record: PaymentRecord): void => {
    record.completedAt = clock()
    onCompleted(view(record))
  }

  /** Money arrives, whenever that is. */
  const receive = (record: PaymentRecord, options: PayOptions): SandboxPayment => {
    if (record.completedAt) throw new SandboxError(409, "already_completed", "The payment has cleared already.")
    const shown = options.confirmations ?? (options.complete === false ? 0 : confirmationsNeeded)
    record.seenAt ??= clock()
    record.confirmations = Math.max(record.confirmations, shown)
    if (options.complete ?? record.confirmations >= confirmationsNeeded) complete(record)
    return view(record)
  }

  return {
    create(request: CreatePaymentRequest): SandboxPayment {
      const createdAt = clock()
      const quoteExpiresAt = new Date(createdAt.getTime() + quoteSeconds * 1000)
      const id = `pay_${randomBytes(12).toString("hex")}`
      const record = issuePayment({ id, seed, request, createdAt, quoteExpiresAt })
      records.set(id, record)
      return view(record)
    },

    /** Oldest first. */
    list: (): SandboxPayment[] => [...records.values()].map(view),

    get(id: string): SandboxPayment | undefined {
      const record = records.get(id)
      return record && view(record)
    },

    need: (id: string): SandboxPayment => view(find(id)),

    /** Refused once the quote is over with nothing sent: that is what `payLate` is for. */
    pay(id: string, options: PayOptions = {}): SandboxPayment {
      const record = find(id)
      if (!record.seenAt && clock() >= record.quoteExpiresAt) {
        throw new SandboxError(409, "quote_expired", "The quote is over; only a late payment can follow.")
      }
      return receive(record, options)
    },

    payLate: (id: string, options: PayOptions = {}): SandboxPayment => receive(find(id), options),

    /** Raises the count to `confirmations`, by one where it is not given; it never falls. */
    confirm(id: string, confirmations?: number): SandboxPayment {
      const record = find(id)
      if (!record.seenAt) throw new SandboxError(409, "not_paid", "Nothing was sent yet, so nothing can confirm.")
      record.confirmations = Math.max(record.confirmations, confirmations ?? record.confirmations + 1)
      if (!record.completedAt && record.confirmations >= confirmationsNeeded) complete(record)
      return view(record)
    },

    /** Back-dates the quote to a second ago. */
    expire(id: string): SandboxPayment {
      const record = find(id)
      record.quoteExpiresAt = new Date(Math.min(record.quoteExpiresAt.getTime(), clock().getTime() - 1000))
      return view(record)
    },
  }
}
