import { minorToMajor, toExact } from "../../money/units"
import { type OrderLedger, outstanding } from "../outstanding"

const exact = (major: string, currency = "USD") => toExact(major, currency) as bigint
const shown = (amount: { minor: number; currency: string } | null) => amount && minorToMajor(amount)

/** Amounts in major units. */
type Entry = [id: string, amount: string]
type Payment = { amount: string; captures?: Entry[]; refunds?: Entry[] }
type Given = { total: string; returning?: string; payments?: Payment[]; booked?: string[]; currency?: string }

const paid: Payment = { amount: "10", captures: [["capt", "10"]] }
const partlyPaid: Payment = { amount: "10", captures: [["capt", "5"]] }
const refunded: Payment = { ...paid, refunds: [["ref", "4"]] }
const partlyRefunded: Payment = { ...partlyPaid, refunds: [["ref", "2"]] }
const withFraction: Payment = { amount: "15.285", captures: [["capt", "15.285"]] }
const large: Payment = { amount: "90071992547409.905", captures: [["capt", "90071992547409.905"]] }
const authorized: Payment[] = [{ amount: "10" }]
const booked = ["capt"]
const beyond: Given = { total: "20.5", payments: [{ amount: "10", captures: [["capt", "15"]] }] }
const afterRefund = { payments: [partlyRefunded], booked: ["capt", "ref"] }

function ledgerOf({ total, returning = "0", payments = [], booked = [], currency = "USD" }: Given): OrderLedger {
  const amount = (major: string) => exact(major, currency)
  const entries = (all: Entry[] = []) => all.map(([id, major]) => ({ id, amount: amount(major) }))
  return {
    ...{ currency, balance: amount(total), returning: amount(returning), booked: new Set(booked) },
    payments: payments.map((one) => ({
      ...{ amount: amount(one.amount), captures: entries(one.captures), refunds: entries(one.refunds) },
    })),
  }
}

describe("what an order owes", () => {
  it.each<[string, Given, outstanding: string | null, uncaptured: string | null, overpaid: string | null]>([
    ["is its total", { total: "25.5" }, "25.50", "25.50", null],
    ["is nothing if it is paid", { total: "0" }, null, null, null],
    ["is less by a capture that the ledger lacks", { total: "25.5", payments: [paid] }, "15.50", "15.50", null],
    ["counts a booked capture once", { total: "15.5", payments: [paid], booked: ["capt"] }, "15.50", "15.50", null],
    ["leaves what is only authorized to a person", { total: "25.5", payments: authorized }, "15.50", "25.50", null],
    ["is less by the rest of a capture", { total: "20.5", payments: [partlyPaid], booked }, "15.50", "20.50", null],
    ["is no more for a capture beyond its payment", { ...beyond, booked }, "20.50", "20.50", null],
    ["is more by a refund not yet booked", { total: "15.5", payments: [refunded], booked }, "19.50", "19.50", null],
    ["does not expect the rest after a refund", { total: "25.5", ...afterRefund }, "25.50", "25.50", null],
    ["is nothing if more is authorized than it costs", { total: "5", payments: authorized }, null, "5.00", null],
    ["is nothing if too much was paid", { total: "-31" }, null, null, "31.00"],

    ["is less by goods on their way back", { total: "50", returning: "15.5" }, "34.50", "34.50", null],
    ["is nothing if the goods on their way back are worth more", { total: "5", returning: "40" }, null, null, null],
    ["is overpaid only after the goods are back", { total: "0", returning: "15.5" }, null, null, null],
    ["stays overpaid beside goods on their way back", { total: "-10", returning: "15.5" }, null, null, "10.00"],

    ["is rounded half up like a quote", { total: "15.285" }, "15.29", "15.29", null],
    ["is rounded half up like a quote in yen", { total: "2391.5", currency: "JPY" }, "2392", "2392", null],
    ["is rounded half up like a quote in dinars", { total: "7.0005", currency: "KWD" }, "7.001", "7.001", null],
    ["is nothing below one cent", { total: "0.0099999" }, null, null, null],
    ["is nothing below one yen", { total: "0.9", currency: "JPY" }, null, null, null],
    ["is nothing below one fils", { total: "0.0009", currency: "KWD" }, null, null, null],
    ["is one cent at one cent", { total: "0.01" }, "0.01", "0.01", null],
    ["is not overpaid below one cent", { total: "-0.005" }, null, null, null],
    ["is not overpaid below one yen", { total: "-0.6", currency: "JPY" }, null, null, null],
    ["is overpaid from one cent on", { total: "-0.01" }, null, null, "0.01"],
    ["adds fractions before it rounds", { total: "30.57", payments: [withFraction] }, "15.29", "15.29", null],
    ["loses no digit of a large amount", { total: "90071992547409.915", payments: [large] }, "0.01", "0.01", null],
  ])("%s", (_, given, owed, uncaptured, overpaid) => {
    const is = outstanding(ledgerOf(given))
    expect([shown(is.outstanding), shown(is.uncaptured), shown(is.overpaid)]).toEqual([owed, uncaptured, overpaid])
  })

  it("keeps its fractions, without and with what is only authorized", () => {
    const is = outstanding(ledgerOf({ total: "25.505", payments: authorized }))
    expect(is.exact).toEqual([exact("15.505"), exact("25.505")])
  })
})
