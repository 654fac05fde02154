import { createRef } from "react"
import { renderToString } from "react-dom/server"
import { Ending, titleOf } from "../parts/ending"
import type { CryptoPaymentView } from "../types"
import { uiOf } from "../ui"
import { aPayment } from "./payment"

const RECEIPT = {
  address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
  explorer_url: "https://sepolia.basescan.org/address/0x036CbD53842c5426634e7929541eC2318f3dCF7e",
  time: new Date(2026, 0, 1, 12, 3).toISOString(),
}

const OWED = { minor: 1550, currency: "USD", display: "15.50" }

/** The rendered markup. */
function markupOf(changes: Partial<CryptoPaymentView>): string {
  const ui = uiOf({ locale: "en-US" }, () => undefined)
  const payment = aPayment({ confirmations: 2, receipt: RECEIPT, ...changes })
  const shown = { token: "t", payment, at: 0 }
  return renderToString(<Ending ui={ui} shown={shown} renewButton="renew" heading={createRef()} />)
}
const read = (markup: string) => markup.replace(/<[^>]*>/g, "|").replace(/[|\s]+/g, " ")

describe("the component when it no longer asks for a payment", () => {
  it.each(["confirming", "paid"] as const)("shows a receipt while the payment is %s", (status) => {
    const markup = markupOf({ status })
    expect(markup).toContain(`href="${RECEIPT.explorer_url}"`)
    for (const text of [
      "Amount 25.513204 USDC",
      "Network Base",
      `Address ${RECEIPT.address}`,
      "Time Jan 1, 2026",
      "1 USDC = $0.999482",
      "Confirmations so far: 2",
    ])
      expect(read(markup)).toContain(text)
  })

  it("shows the address without a link if there is no block explorer, and no time if it is unknown", () => {
    const markup = markupOf({ status: "paid", receipt: { ...RECEIPT, explorer_url: null, time: null } })
    expect(markup).not.toContain("href=")
    expect(read(markup)).toContain(RECEIPT.address)
    expect(read(markup)).not.toContain("Time")
  })

  it("shows zero confirmations while the payment is confirming, but not once it is paid", () => {
    expect(read(markupOf({ status: "paid", confirmations: 0 }))).not.toMatch(/Confirmations| 0 $/)
    expect(read(markupOf({ status: "confirming", confirmations: 0 }))).toContain("Confirmations so far: 0")
  })

  it("shows no receipt if nothing was sent", () => {
    expect(markupOf({ status: "expired", receipt: null })).not.toContain("crypto-payment__receipt")
  })

  it("draws the check mark if paid, but not if the order is canceled or unfinished, or the money was sent back", () => {
    expect(markupOf({ status: "paid" })).toContain('data-sign="paid')
    for (const other of [
      { outstanding: OWED },
      { canceled: true },
      { unfinished: true },
      { paid_out_at: new Date(2026, 0, 2, 12).toISOString() },
    ])
      expect(markupOf({ status: "paid", ...other })).not.toContain('data-sign="paid')
  })

  it("does not mention closing the page or paying again while a canceled order's payment confirms", () => {
    expect(read(markupOf({ status: "confirming", canceled: true }))).not.toMatch(/close this page|pay again/)
  })

  it.each([
    [{ status: "paid" }, "paid", "Thank you. Your payment has arrived."],
    [{ status: "paid", outstanding: OWED }, "paid", "Your payment has arrived. $15.50 is still to be paid."],
    [{ status: "paid", order: null }, "paid", "Your order follows in a moment."],
    [{ status: "paid", order: null, unfinished: true }, "unfinished", "Do not pay again."],
    [{ status: "paid", unfinished: true }, "paid", "Your payment has arrived. Ask the shop about your money."],
    [{ status: "paid", canceled: true, unfinished: true }, "paid", "Ask the shop about your money."],
    [
      { status: "paid", paid_out_at: new Date(2026, 0, 2, 12).toISOString() },
      "sentBack",
      "Sent back, recorded on Jan 2, 2026",
    ],
    [{ status: "confirming" }, "confirming", "You can close this page."],
    [{ status: "confirming", canceled: true }, "confirming", "Ask the shop about your money."],
    [{ status: "confirming", unclear: true, receipt: null }, "unclear", "Do not pay again."],
    [{ status: "expired" }, "expired", "Get a new price to pay. renew"],
    [{ status: "expired", superseded: true }, "replaced", "Pay with the newer price instead. renew"],
    [{ status: "expired", canceled: true }, "canceled", "Order again in the shop."],
    [{ status: "expired", nothing_owed: true }, "alreadyPaid", "There is nothing left to pay."],
    [{ status: "expired", unavailable: true }, "notNow", "Ask the shop how to pay."],
    [{ status: "underpaid" as "paid" }, "unavailable", "Try again in a moment."],
  ] as const)("shows for %j the title %s, its text, and a button only for a new price", (changes, title, text) => {
    const payment = changes.status === "expired" ? { ...changes, receipt: null } : changes
    expect(titleOf(aPayment(payment))).toBe(title)
    expect(read(markupOf(payment))).toContain(text)
    expect(read(markupOf(payment)).includes("renew")).toBe(["expired", "replaced"].includes(title))
  })
})
