/** One of an order's payments in Medusa that is not canceled. Amounts in minor units of the order's currency. */
export type OrderPayment = {
  /** What was authorized. */
  minor: number
  captures: readonly Entry[]
  refunds: readonly Entry[]
}

type Entry = { id: string; minor: number }

export type OrderLedger = {
  /** Medusa's `pending_difference`: what the order's ledger lacks; below zero, what it has too much. */
  pendingMinor: number
  payments: readonly OrderPayment[]
  /** Ids of the captures and refunds that the ledger has. */
  booked: ReadonlySet<string>
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const total = (entries: readonly Entry[]): number => sum(entries.map(({ minor }) => minor))

export const capturedMinor = ({ captures }: Pick<OrderPayment, "captures">): number => total(captures)
export const refundedMinor = ({ refunds }: Pick<OrderPayment, "refunds">): number => total(refunds)

/**
 * What an order's total lacks, in minor units; negative if too much was paid. Medusa writes captures and refunds into the
 * ledger a moment after they are made, so missing ones are added here.
 */
export function balanceMinor({ pendingMinor, payments, booked }: OrderLedger): number {
  const unbooked = (entries: readonly Entry[]) => total(entries.filter(({ id }) => !booked.has(id)))
  return pendingMinor - sum(payments.map(({ captures, refunds }) => unbooked(captures) - unbooked(refunds)))
}

/** What can still be asked for, in minor units: money that another provider has authorized counts as promised. */
export function owedMinor(ledger: OrderLedger): number {
  const promised = ledger.payments.map((payment) =>
    payment.refunds.length > 0 ? 0 : Math.max(0, payment.minor - capturedMinor(payment)),
  )
  return balanceMinor(ledger) - sum(promised)
}
