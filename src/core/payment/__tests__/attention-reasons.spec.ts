import { type AttentionReason, attentionTitle, isAboutOrder, staysDue } from "../attention-reasons"

describe("a reason for attention", () => {
  it("has a title, unless a newer version stored it", () => {
    expect(attentionTitle("partly_paid_out")).toBe("Partly sent back")
    expect(attentionTitle("of_a_newer_version")).toBeNull()
  })

  it("keeps a payment due while the store or the shopper may still help", () => {
    const reasons: AttentionReason[] = ["session_gone", "connection_gone", "amount_differs", "payout_due"]
    expect(reasons.filter((reason) => staysDue(reason))).toEqual(["session_gone", "connection_gone"])
  })

  it("is about the order and not about money if the order was kept or not checked", () => {
    const reasons = ["order_kept", "order_unchecked", "seen_not_cleared", "of_a_newer_version", null]
    expect(reasons.filter((reason) => isAboutOrder(reason))).toEqual(["order_kept", "order_unchecked"])
  })
})
