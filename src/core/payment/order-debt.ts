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
 * What an order's total lacks, in minor units; below zero, what was paid too much. Medusa writes captures and refunds
 * into the ledger a moment after they are made, so those that the ledger lacks are counted here.
 */
export function balanceMinor({ pendingMinor, payments, booked }: OrderLedger): number {
  const unbooked = (entries: readonly Entry[]) => total(entries.filter(({ id }) => !booked.has(id)))
  return pendingMinor - sum(payments.map(({ captures, refunds }) => unbooked(captures) - unbooked(refunds)))
}

/** What can still be asked for, in minor units: what another provider has authorized is promised, though not captured yet. */
export function owedMinor(ledger: OrderLedger): number {
  const promised = ledger.payments.map((payment) =>
    payment.refunds.length > 0 ? 0 : Math.max(0, payment.minor - capturedMinor(payment)),
  )
  return balanceMinor(ledger) - sum(promised)
}
