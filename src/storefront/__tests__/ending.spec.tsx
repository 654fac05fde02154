import { createRef } from "react"
import { renderToString } from "react-dom/server"
import { SHOPPER_STATES, type ShopperState } from "../../core/payment/shopper-answer"
import { en } from "../../core/text/pay-page/en"
import { enLater } from "../../core/text/pay-page/en-later"
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
  it.each(["confirming", "paid"] as const)("shows a receipt, with zero confirmations only if unpaid: %s", (status) => {
    const markup = markupOf({ status, state: status })
    expect(markup).toContain(`href="${RECEIPT.explorer_url}"`)
    const sent = ["Amount 25.513 204 USDC", "Network Base", `Address ${RECEIPT.address}`, "Time Jan 1, 2026"]
    for (const text of [...sent, "1 USDC = $0.999482", "Confirmations so far: 2"]) expect(read(markup)).toContain(text)
    // Another amount may have arrived.
    expect(read(markupOf({ status, state: "unclear" }))).not.toContain("Amount")
    const unconfirmed = read(markupOf({ status, state: status, confirmations: 0 }))
    expect(unconfirmed.includes("Confirmations so far: 0")).toBe(status === "confirming")
  })

  it("shows the address without a link if there is no block explorer, and no time if it is unknown", () => {
    const markup = markupOf({ status: "paid", receipt: { ...RECEIPT, explorer_url: null, time: null } })
    expect(markup).not.toContain("href=")
    expect(read(markup)).toContain(RECEIPT.address)
    expect(read(markup)).not.toContain("Time")
  })

  const PAID_OUT = { sent_back_at: new Date(2026, 0, 2, 12).toISOString() }
  const STATES = Object.keys(SHOPPER_STATES) as ShopperState[]
  const HINTS: Partial<Record<ShopperState, string>> = {
    part: "$15.50 is still to be paid.",
    sentBack: "Sent back, recorded on Jan 2, 2026",
    canceledPaid: en.canceledPaidHint,
    canceledSeen: en.canceledPaidHint,
  }
  const ENDED = STATES.filter((state) => state !== "waiting")
  it.each(ENDED)("shows heading and hint of %s, and a button if core asks for a new price or the rest", (state) => {
    const { step, next } = SHOPPER_STATES[state]
    const status = step === null && state !== "sentBack" ? "expired" : step === 1 ? "confirming" : "paid"
    const receipt = status === "expired" || state === "unclear" ? { receipt: null } : {}
    const rest = state === "part" && { outstanding: OWED }
    const payment = { ...PAID_OUT, status, state, ...receipt, ...rest } as const
    expect(titleOf(aPayment(payment))).toBe(state)
    const markup = markupOf(payment)
    const hint = HINTS[state] ?? en[`${state}Hint` as keyof typeof en] ?? en[state]
    expect(read(markup)).toContain(hint)
    expect(read(markup).includes("renew")).toBe(next === "price" || next === "rest")
    if (state === "unclear") expect(read(markup)).not.toContain("Confirmations")
    if (state === "canceledSeen") expect(read(markup)).not.toMatch(/close this page|pay again/)
    expect(markup.includes("crypto-payment__receipt")).toBe(!("receipt" in receipt))
    expect(markup.includes('data-sign="paid"')).toBe(step === 3)
  })

  it("says that the shop has the address instead of whom to ask, until the money was sent back", () => {
    const goesBack = { ...PAID_OUT, status: "paid", goes_back_at: RECEIPT.time } as const
    const held = read(markupOf({ ...goesBack, state: "held" }))
    expect(held).toContain(enLater.goesBackHint)
    expect(held).not.toContain(en.heldHint)
    expect(read(markupOf({ ...goesBack, state: "sentBack" }))).not.toContain(enLater.goesBackHint)
  })

  it("says for a state that a newer server invented that paying is not possible now, or that money was seen", () => {
    const invented = { state: "underpaid" as "paid" }
    expect(titleOf(aPayment(invented))).toBe("unavailable")
    expect(titleOf(aPayment({ ...invented, status: "confirming", receipt: RECEIPT }))).toBe("confirming")
    expect(titleOf(aPayment({ ...invented, status: "paid", receipt: RECEIPT }))).toBe("confirming")
  })

  it("asks for money in the states in which core lets the shopper pay, and in no other", () => {
    const payable = STATES.filter((state) => ["pay", "price", "rest"].includes(SHOPPER_STATES[state].next))
    expect(STATES.filter(offersNewPrice)).toEqual(payable)
  })
})
