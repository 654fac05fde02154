import type { FiatAmount } from "../../money/units"
import { arrivedFor, type PaymentState } from "../lifecycle"

const usd = (minor: number): FiatAmount => ({ minor, currency: "USD" })
const money = (status: PaymentState, amount_minor = "2550", currency = "USD") => ({ status, amount_minor, currency })
const ASKED = usd(2550)

describe("money that arrived at another address of the same checkout", () => {
  const held = money("attention")
  const less = money("attention", "2000")
  const inEuros = money("attention", "2550", "EUR")
  const settled = money("settled")

  it.each<[string, Parameters<typeof arrivedFor>, PaymentState | undefined]>([
    ["counts while its order is being placed", [[money("completed")], ASKED, null], "completed"],
    ["counts for the requested amount while it is in attention", [[held], ASKED, usd(2550)], "attention"],
    ["does not count for another amount", [[less], ASKED, null], undefined],
    ["does not count for another currency", [[inEuros], ASKED, null], undefined],
    ["counts for any amount that a payment link requests", [[less], null, usd(2550)], "attention"],
    ["counts on an order that owes nothing", [[money("settled", "2000")], ASKED, null], "settled"],
    ["does not count if it is settled and its order still owes money", [[settled], ASKED, usd(2550)], undefined],
    ["is preferred if it is not settled yet", [[settled, held], ASKED, null], "attention"],
    ["is undefined without such a payment", [[], ASKED, null], undefined],
  ])("%s", (_, facts, status) => {
    expect(arrivedFor(...facts)?.status).toBe(status)
  })
})
