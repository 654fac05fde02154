import type { AttentionView } from "../../../api/admin/crypto-payments/contract"

type Words = { title: string; message: string }

/** What happened and what can be done, by reason; a reason that is missing here is told in the server's words. */
const reasons: Record<AttentionView["reason"], Words> = {
  session_gone: {
    title: "Paid, but no order waits for this money",
    message:
      "The cart was changed or left after the address was shown. Ask the shopper to complete the checkout with the same total, or send the money back and record the payout.",
  },
  amount_differs: {
    title: "Paid, but another amount is asked for now",
    message:
      "The payment session asks for another amount or currency than the one that was quoted. Compare the two, then settle it, or send the money back and record the payout.",
  },
  cart_total_differs: {
    title: "Paid, but the cart's total has changed",
    message:
      "The cart is worth another amount than the one that was paid. Compare the two, then try again, or send the money back and record the payout.",
  },
  another_session_open: {
    title: "Paid, but another payment is open on the same cart",
    message: "The cart has another payment session open as well. Remove the other one, then try again.",
  },
  cart_will_not_complete: {
    title: "Paid, but the cart cannot become an order",
    message: "Mend what the reason below names, then try again. It is also tried again by itself.",
  },
  order_canceled: {
    title: "Paid after the order was canceled",
    message: "Send the money back and record the payout, or place the order again.",
  },
  order_paid_otherwise: {
    title: "Paid twice",
    message: "The order was already paid another way. Send this money back and record the payout.",
  },
  payout_due: {
    title: "Order canceled, money to send back",
    message:
      "The order was canceled after it was paid, and the money is still in your wallet. Send it back and record the payout.",
  },
  partly_sent_back: {
    title: "Partly sent back",
    message:
      "Part of this money was sent back, so no order can take what is left. Send back the rest and record the payout, or close this with a note.",
  },
  settling_failed: {
    title: "Paid, but not on the order yet",
    message: "A fault in the store kept the payment from the order. It is tried again by itself.",
  },
  event_failed: {
    title: "An event could not be worked on",
    message:
      "The service reported a payment, and a fault in the store kept the event from being worked on. It is tried again by itself.",
  },
  unknown_payment: {
    title: "The service reported a payment this store never asked for",
    message:
      "Compare what it sent with the merchant dashboard of your service. If it is not yours, close this with a note.",
  },
}

/** The list of what waits for a person. */
export const attention = {
  title: "Open items",
  unnamed: "Needs attention",
  detail: "Reason given:",
  noOrder: "No order",
  failure: "The open items could not be loaded",
  empty: {
    title: "All is well",
    description:
      "No payment needs you. Whatever cannot be settled by itself appears here, with what can be done about it.",
  },
  event: {
    kind: "Event",
    id: "Event ID",
    unnamed: "Unnamed event",
    received: "Received",
    attempts: "Attempts",
    nextAttempt: "Next attempt",
    body: "What the service sent",
  },
  reasons,
}
