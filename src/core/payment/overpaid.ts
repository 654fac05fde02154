import { type FiatAmount, minorToMajor, toMinorUnits } from "../money/units"
import type { PayoutReason } from "./attention-reasons"

/** The order has too much money, and this payment was chosen to send it back. */
export const OVERPAID = "order_overpaid" satisfies PayoutReason

export const isOverpaid = ({ attention_reason }: { attention_reason: string | null }): boolean =>
  attention_reason === OVERPAID

/** The detail of that reason, such as "+5.00 USD". Not a sentence, since admins read it in nine languages. */
export const overpaidDetail = (overpaid: FiatAmount): string => `+${minorToMajor(overpaid)} ${overpaid.currency}`

/** Finds the amount in such a detail, in JavaScript and in PostgreSQL. */
export const OVERPAID_DETAIL = "^[+]([0-9.]+) "

/** Whether an order is overpaid by more than it was when a person closed the item with this detail. */
export function isOverpaidMore({ minor, currency }: FiatAmount, detail: string | null): boolean {
  const [, accepted = ""] = new RegExp(OVERPAID_DETAIL).exec(detail ?? "") ?? []
  const before = toMinorUnits(accepted, currency)
  return before.ok && minor > before.amount.minor
}
