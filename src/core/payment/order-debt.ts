/** One of an order's payments in Medusa that is not canceled. Amounts in minor units of the order's currency. */
export type OrderPayment = {
  minor: number
  captures: readonly Entry[]
  refunds: readonly Entry[]
}

type Entry = { id: string; minor: number }

type OrderLedger = {
  /** Medusa's `pending_difference`: what the order's ledger lacks; negative if it holds too much. */
  pendingMinor: number
  payments: readonly OrderPayment[]
  /** Ids of the captures and refunds that are in the ledger. */
  booked: ReadonlySet<string>
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const total = (entries: readonly Entry[]): number => sum(entries.map(({ minor }) => minor))

export const capturedMinor = ({ captures }: Pick<OrderPayment, "captures">): number => total(captures)
export const refundedMinor = ({ refunds }: Pick<OrderPayment, "refunds">): number => total(refunds)

/**
 * The unpaid part of an order's total, in minor units; negative if too much was paid. Medusa writes captures and
 * refunds into the ledger a moment after it makes them, so missing ones are added here.
 */
export function balanceMinor({ pendingMinor, payments, booked }: OrderLedger): number {
  const unbooked = (entries: readonly Entry[]) => total(entries.filter(({ id }) => !booked.has(id)))
  return pendingMinor - sum(payments.map(({ captures, refunds }) => unbooked(captures) - unbooked(refunds)))
}

/** What the shopper can still be asked for, in minor units. Money that is only authorized counts as paid too. */
export function owedMinor(ledger: OrderLedger): number {
  const promised = ledger.payments.map((payment) =>
    payment.refunds.length > 0 ? 0 : Math.max(0, payment.minor - capturedMinor(payment)),
  )
  return balanceMinor(ledger) - sum(promised)
}
