import type { FiatAmount } from "../../money/units"
import { arrivedFor } from "../arrived"
import type { PaymentState } from "../payment-life"

const usd = (minor: number): FiatAmount => ({ minor, currency: "USD" })
const money = (status: PaymentState, amount_minor = "2550", currency = "USD") => ({ status, amount_minor, currency })
const ASKED = usd(2550)

describe("money that came to another address of the same checkout", () => {
  it.each<[string, Parameters<typeof arrivedFor>, PaymentState | undefined]>([
    ["stands for the amount asked while its order is being placed", [[money("completed")], ASKED, null], "completed"],
    ["stands for it while a person must look", [[money("attention")], ASKED, usd(2550)], "attention"],
    ["does not stand for another amount", [[money("attention", "2000")], ASKED, null], undefined],
    ["does not stand for another currency", [[money("attention", "2550", "EUR")], ASKED, null], undefined],
    ["stands for whatever a link asks", [[money("attention", "2000")], null, usd(2550)], "attention"],
    ["stands for it on an order that owes nothing", [[money("settled", "2000")], ASKED, null], "settled"],
    ["does not stand for what the order owes beyond it", [[money("settled")], ASKED, usd(2550)], undefined],
    ["comes first where no order has it", [[money("settled"), money("attention")], ASKED, null], "attention"],
    ["is not there", [[], ASKED, null], undefined],
  ])("%s", (_, facts, status) => {
    expect(arrivedFor(...facts)?.status).toBe(status)
  })
})
