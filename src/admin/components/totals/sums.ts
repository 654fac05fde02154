import type { FiatView, TotalsView } from "../../../api/admin/crypto-payments/contract"
import { toDecimal } from "../../../core/money/units"

export type Sum = Record<"payments" | "payouts", number> & Record<"amount" | "paid_out", FiatView>

/** The sums of the rows, by currency in their order. Of different assets only the value in money can be added up. */
export const sumsOf = (rows: readonly TotalsView[]): Sum[] =>
  [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    const count = (name: "payments" | "payouts") => own.reduce((sum, row) => sum + row[name], 0)
    return {
      ...{ payments: count("payments"), payouts: count("payouts") },
      ...{ amount: total(own.map(({ amount }) => amount)), paid_out: total(own.map(({ paid_out }) => paid_out)) },
    }
  })

function total(amounts: readonly FiatView[]): FiatView {
  const [{ display, currency }] = amounts as [FiatView]
  const minor = amounts.reduce((sum, one) => sum + BigInt(one.minor), 0n)
  return { minor: String(minor), display: toDecimal(minor, display.split(".")[1]?.length ?? 0), currency }
}
