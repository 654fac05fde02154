import type { FiatAmount } from "../money/units"
import { isUnsettled, type PaymentState } from "./payment-life"

type Money = { status: PaymentState; amount_minor: string; currency: string }

/** Whether a payment was requested for exactly this amount. */
export const isFor = (payment: Omit<Money, "status">, amount: FiatAmount): boolean =>
  payment.amount_minor === String(amount.minor) && payment.currency === amount.currency

/**
 * The paid payment after which nobody is asked to pay: it waits to be settled, or it is settled and nothing is owed.
 * @param paid the payments whose money counts: see `paidOf`
 * @param asked the amount that an unsettled payment must have; null for any amount
 */
export function arrivedFor<Row extends Money>(
  paid: readonly Row[],
  asked: FiatAmount | null,
  outstanding: FiatAmount | null,
): Row | undefined {
  const waits = paid.find((row) => isUnsettled(row.status) && (asked === null || isFor(row, asked)))
  return waits ?? (outstanding === null ? paid.find(({ status }) => !isUnsettled(status)) : undefined)
}
