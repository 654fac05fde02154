import type { TotalsView } from "../../../../../api/admin/crypto-payments/contract"
import { momentsOfMonth } from "../../../../components/payments/list-state"
import { sumsOf } from "../page"

const money = (minor: string, display: string, currency = "USD") => ({ minor, display, currency })
const row = (wish: object): TotalsView =>
  ({ currency: "USD", payments: 1, payouts: 0, paid_out: money("0", "0.00"), ...wish }) as TotalsView

it("adds up exactly by currency, over months and assets", () => {
  const yen = { currency: "JPY", amount: money("700", "700", "JPY"), paid_out: money("0", "0", "JPY") }
  const big = money("9007199254740993", "90071992547409.93")
  const rows = [row({ amount: big, payments: 2 }), row(yen), row({ amount: money("5", "0.05"), payouts: 1 })]
  expect(sumsOf(rows)).toEqual([
    { payments: 3, payouts: 1, amount: money("9007199254740998", "90071992547409.98"), paid_out: money("0", "0.00") },
    { payments: 1, payouts: 0, amount: yen.amount, paid_out: yen.paid_out },
  ])
})

it.each([
  ["2026-02", "2025-03-01", "2026-03-10", "2026-02-01", "2026-02-28"],
  ["2026-03", "2026-03-05", "2026-03-10", "2026-03-05", "2026-03-10"],
])("links a month, %s, to the days of it from %s to %s", (month, from, to, first, last) => {
  expect(momentsOfMonth(month, { from, to })).toEqual({ $gte: `${first}T00:00:00.000Z`, $lte: `${last}T23:59:59.999Z` })
})
