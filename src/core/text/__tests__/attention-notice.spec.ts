import { ATTENTION_REASONS, ATTENTION_WORDS, type AttentionReason } from "../../payment/attention-reasons"
import { attentionNotice, connectionNotice } from "../attention-notice"

const PAYMENT = {
  amount: { minor: 2550, currency: "EUR" },
  pay: { base: "150000", decimals: 8, asset: "BTC" },
  orderNumber: 12,
  testMode: false,
}

describe("the notification in the admin's bell", () => {
  it("names the order, both amounts, what happened, what to do and where", () => {
    expect(attentionNotice("payout_due", PAYMENT)).toEqual({
      title: "Crypto payment of order #12 needs attention",
      description: `25.50 EUR (0.0015 BTC). ${ATTENTION_WORDS.payout_due}\nOpen Crypto payments > Attention to act on it.`,
    })
  })

  it("omits the order number if there is none, and says that a payment is in test mode", () => {
    const { title, description } = attentionNotice("no_order", { ...PAYMENT, orderNumber: null, testMode: true })
    expect(title).toBe("A crypto payment needs attention")
    expect(description).toMatch(/^25\.50 EUR \(0\.0015 BTC\), test mode\. /)
  })

  it.each(Object.keys(ATTENTION_REASONS) as AttentionReason[])(
    "says what to do about %s without a payment",
    (reason) => {
      const { title, description } = attentionNotice(reason, null)
      expect(title).toBe("A payment event needs attention")
      expect(description).toContain(ATTENTION_WORDS[reason])
    },
  )

  it("names a connection that is not registered, how many payments wait for it, what to do and where", () => {
    expect(connectionNotice("old", 7)).toEqual({
      title: 'The crypto payment connection "old" needs attention',
      description: `Payments that wait for it: 7. ${ATTENTION_WORDS.connection_gone}\nOpen Crypto payments > Attention to act on it.`,
    })
  })
})
