import { createRef } from "react"
import { renderToString } from "react-dom/server"
import { SHOPPER_STATES, type ShopperState } from "../../core/payment/shopper-state"
import { Ending, offersNewPrice, titleOf } from "../parts/ending"
import { Receipt } from "../parts/receipt"
import type { CryptoPaymentView } from "../types"
import { uiOf } from "../ui"
import { aPayment } from "./payment"

const RECEIPT = {
  address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
  explorer_url: "https://sepolia.basescan.org/address/0x036CbD53842c5426634e7929541eC2318f3dCF7e",
  time: new Date(2026, 0, 1, 12, 3).toISOString(),
}

const OWED = { minor: 1550, currency: "USD", display: "15.50" }

function markupOf(changes: Partial<CryptoPaymentView>): string {
  const ui = uiOf({ locale: "en-US" }, () => undefined)
  const payment = aPayment({ confirmations: 2, receipt: RECEIPT, ...changes })
  const shown = { token: "t", payment, at: 0 }
  const { receipt } = payment
  return (
    renderToString(<Ending ui={ui} shown={shown} renewButton="renew" heading={createRef()} url="" />) +
    // Loaded later in a browser.
    (receipt ? renderToString(<Receipt ui={ui} payment={payment} {...receipt} />) : "")
  )
}
const read = (markup: string) => markup.replace(/<[^>]*>/g, "|").replace(/[|\s]+/g, " ")

describe("the component when it no longer asks for a payment", () => {
  it.each(["confirming", "paid"] as const)("shows a receipt while the payment is %s", (status) => {
    const markup = markupOf({ status, state: status })
    expect(markup).toContain(`href="${RECEIPT.explorer_url}"`)
    const sent = ["Amount 25.513 204 USDC", "Network Base", `Address ${RECEIPT.address}`, "Time Jan 1, 2026"]
    for (const text of [...sent, "1 USDC = $0.999482", "Confirmations so far: 2"]) expect(read(markup)).toContain(text)
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

  it.each([
    ["paid", "paid", {}, "Thank you. Your payment has arrived."],
    ["paid", "part", { outstanding: OWED }, "$15.50 is still to be paid."],
    ["paid", "arrived", { order: null }, "Your order follows in a moment."],
    ["paid", "unfinished", { order: null }, "Do not pay again."],
    ["paid", "held", {}, "Ask the shop about your money."],
    ["paid", "twice", {}, "it was paid twice"],
    ["paid", "canceledPaid", {}, "Ask the shop about your money."],
    ["paid", "sentBack", { paid_out_at: new Date(2026, 0, 2, 12).toISOString() }, "Sent back, recorded on Jan 2, 2026"],
    ["confirming", "confirming", {}, "You can close this page."],
    ["confirming", "canceledSeen", {}, "Ask the shop about your money."],
    ["confirming", "unclear", { receipt: null }, "Do not pay again."],
    ["expired", "expired", {}, "Get a new price to pay. renew"],
    ["expired", "changed", {}, "Get a new price for the new amount. renew"],
    ["expired", "replaced", {}, "Pay with the newer price instead. renew"],
    ["expired", "closed", {}, "Open the payment step in the shop again."],
    ["expired", "canceled", {}, "Order again in the shop."],
    ["expired", "alreadyPaid", {}, "There is nothing left to pay."],
    ["expired", "notNow", {}, "Ask the shop how to pay."],
  ] as const)(
    "shows for a payment that is %s and %s its heading and text, and a button only for a new price or the rest",
    (status, state, changes, text) => {
      const payment = { ...changes, status, state, ...(status === "expired" && { receipt: null }) }
      expect(titleOf(aPayment(payment))).toBe(state)
      const markup = markupOf(payment)
      expect(read(markup)).toContain(text)
      expect(read(markup).includes("renew")).toBe(["expired", "changed", "replaced", "part"].includes(state))
      if (state === "unclear") expect(read(markup)).not.toContain("Confirmations")
      if (state === "canceledSeen") expect(read(markup)).not.toMatch(/close this page|pay again/)
      expect(markup.includes("crypto-payment__receipt")).toBe(status !== "expired" && state !== "unclear")
      expect(markup.includes('data-sign="paid"')).toBe(state === "paid")
    },
  )

  it("says that paying is not possible now for a state that a newer server invented", () => {
    expect(titleOf(aPayment({ state: "underpaid" as "paid" }))).toBe("unavailable")
  })

  it("asks for money in the states in which core lets the shopper pay, and in no other", () => {
    const states = Object.keys(SHOPPER_STATES) as ShopperState[]
    const payable = states.filter((state) => ["pay", "price", "rest"].includes(SHOPPER_STATES[state].next))
    expect(states.filter(offersNewPrice)).toEqual(payable)
  })
})
