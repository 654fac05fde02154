import type { FiatAmount } from "../money/units"
import { isUnsettled, type PaymentState } from "./payment-life"

type Money = { status: PaymentState; amount_minor: string; currency: string }

/** Whether a payment asks, or asked, for exactly this amount. */
export const isFor = (payment: Omit<Money, "status">, amount: FiatAmount): boolean =>
  payment.amount_minor === String(amount.minor) && payment.currency === amount.currency

/**
 * The payment whose money ends the asking: it waits to be settled, or the order holds it and owes nothing.
 * @param paid the payments whose money counts: see `paidOf`
 * @param asked what is asked for; null for whatever the order owes
 * @param owes what the order still owes; null if nothing
 */
export function arrivedFor<Row extends Money>(
  paid: readonly Row[],
  asked: FiatAmount | null,
  owes: FiatAmount | null,
): Row | undefined {
  const waits = paid.find((row) => isUnsettled(row.status) && (asked === null || isFor(row, asked)))
  return waits ?? (owes === null ? paid.find(({ status }) => !isUnsettled(status)) : undefined)
}
