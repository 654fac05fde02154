import { attentionNotice, connectionNotice } from "../notify"

const PAYMENT = {
  amount: { minor: 2550, currency: "EUR" },
  pay: { base: "150000", decimals: 8, asset: "BTC" },
  overpaid: null,
  orderNumber: 12,
  testMode: false,
}
const WHERE = "See Crypto payments > Attention."

it.each([
  [
    "the order, what happened, both amounts and where to go",
    attentionNotice("payout_due", PAYMENT),
    "Order #12: Order canceled, money to send back",
    `25.50 EUR (0.0015 BTC). ${WHERE}`,
  ],
  [
    "test mode, and no number of a missing order",
    attentionNotice("no_order", { ...PAYMENT, orderNumber: null, testMode: true }),
    "Paid, but there is no cart and no order",
    `25.50 EUR (0.0015 BTC), test mode. ${WHERE}`,
  ],
  [
    "how much was too much, and of what",
    attentionNotice("order_overpaid", { ...PAYMENT, overpaid: "+15.50 EUR" }),
    "Order #12: More was paid than the order costs",
    `+15.50 EUR too much, of 25.50 EUR (0.0015 BTC). ${WHERE}`,
  ],
  ["what happened to an event", attentionNotice("event_failed", null), "An event could not be processed", WHERE],
  [
    "a connection that is not registered, and how many payments wait for it",
    connectionNotice("old", 7),
    "The connection is not registered: old",
    `Payments that wait for it: 7. ${WHERE}`,
  ],
])("the notification in the admin's bell says %s", (_, notice, title, description) => {
  expect(notice).toEqual({ title, description })
})
