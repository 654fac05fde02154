import { type AttentionReason, attentionTitle, isAboutOrder, staysDue } from "../attention-reasons"

describe("a reason for attention", () => {
  it("has a title, unless a newer version stored it", () => {
    expect(attentionTitle("partly_paid_out")).toBe("Partly sent back")
    expect(attentionTitle("of_a_newer_version")).toBeNull()
  })

  it.each<[AttentionReason, boolean]>([
    ["session_gone", true],
    ["connection_gone", true],
    ["amount_differs", false],
    ["payout_due", false],
  ])("keeps a payment with %s due, because the store or the shopper may still help: %s", (reason, due) => {
    expect(staysDue(reason)).toBe(due)
  })

  it.each([
    ["order_kept", true],
    ["order_unchecked", true],
    ["seen_not_cleared", false],
    ["of_a_newer_version", false],
    [null, false],
  ])("is about the order and not about money if it is %s: %s", (reason, about) => {
    expect(isAboutOrder(reason)).toBe(about)
  })
})
