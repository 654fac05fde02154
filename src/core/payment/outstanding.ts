import { type ExactAmount, type FiatAmount, wholeAmount } from "../money/units"

type Entry = { id: string; amount: ExactAmount }

/** One of an order's payments in Medusa that is not canceled. */
export type OrderPayment = {
  amount: ExactAmount
  captures: readonly Entry[]
  refunds: readonly Entry[]
}

/** An order's money in Medusa, with the fractions of a minor unit that Medusa keeps. */
export type OrderLedger = {
  currency: string
  /** The order's total minus its transactions; negative if it holds too much. */
  balance: ExactAmount
  /** Medusa's `return_requested_total`: the value of the goods that a requested return or exchange brings back. */
  returning: ExactAmount
  payments: readonly OrderPayment[]
  /** Ids of the captures and refunds that are among the transactions. */
  booked: ReadonlySet<string>
}

/** Amounts below one minor unit are null. */
export type Outstanding = {
  /** What the order still owes. No page, link or new quote asks for more. */
  outstanding: FiatAmount | null
  /** The same with money that is authorized and not captured. A session may stay open, and a person may take, this much. */
  uncaptured: FiatAmount | null
  /** What was captured beyond the order's total. Goods on their way back count once they are back. */
  overpaid: FiatAmount | null
  /** `outstanding` and `uncaptured` with their fractions. */
  exact: readonly ExactAmount[]
}

/**
 * What an order owes: its ledger, less the goods on their way back, as in Medusa's `pending_difference`. Medusa writes
 * captures and refunds into the ledger a moment after it makes them, so missing ones are added.
 */
export function outstanding({ currency, balance, returning, payments, booked }: OrderLedger): Outstanding {
  const unbooked = (entries: readonly Entry[]) => total(entries.filter(({ id }) => !booked.has(id)))
  const ledger = balance - sum(payments.map(({ captures, refunds }) => unbooked(captures) - unbooked(refunds)))
  const uncaptured = ledger - returning
  const free = uncaptured - sum(payments.map(authorized))
  return {
    outstanding: wholeAmount(free, currency),
    uncaptured: wholeAmount(uncaptured, currency),
    overpaid: wholeAmount(-ledger, currency),
    exact: [free, uncaptured],
  }
}

const authorized = (payment: OrderPayment): ExactAmount => {
  const rest = payment.amount - capturedTotal(payment)
  return payment.refunds.length > 0 || rest < 0n ? 0n : rest
}

export const capturedTotal = ({ captures }: Pick<OrderPayment, "captures">): ExactAmount => total(captures)
export const refundedTotal = ({ refunds }: Pick<OrderPayment, "refunds">): ExactAmount => total(refunds)

const sum = (amounts: readonly ExactAmount[]): ExactAmount => amounts.reduce((all, one) => all + one, 0n)
const total = (entries: readonly Entry[]): ExactAmount => sum(entries.map(({ amount }) => amount))
