import type { AttentionView } from "../../../api/admin/crypto-payments/contract"

type Words = { title: string; message: string }

/**
 * What happened and what can be done, by reason. The messages are the server's own, word for word, which a test holds
 * them to: what it says over HTTP and in toasts is what stands on the screens, and what is translated.
 */
const reasons: Record<AttentionView["reason"], Words> = {
  session_gone: {
    title: "Paid, but no order waits for this money",
    message:
      "The shopper paid, but the cart was changed or left after the address was shown, so no order waits for this money. Ask the shopper to complete the checkout with the same total, and it settles automatically; or send the money back and record the payout.",
  },
  amount_differs: {
    title: "Paid, but another amount is asked for now",
    message:
      "The shopper paid, but the order now owes less, or the amount or currency is not the one that was quoted. Compare the two, then change the order and try again, or send the money back and record the payout.",
  },
  cart_total_differs: {
    title: "Paid, but the cart's total has changed",
    message:
      "The shopper paid, but the cart's total has changed since. When the total is again what was paid, it settles automatically; otherwise send the money back and record the payout.",
  },
  another_session_open: {
    title: "Paid, but another payment is open on the same cart",
    message:
      "The shopper paid, but the cart has another payment session open as well. Remove the other one, then try again.",
  },
  cart_will_not_complete: {
    title: "Paid, but the cart cannot become an order",
    message:
      "The shopper paid, but the cart cannot be completed. Fix what the reason names, then try again; it is also retried automatically.",
  },
  no_order: {
    title: "Paid, but there is no cart and no order",
    message:
      "The shopper paid, but there is neither a cart nor an order for this money: the cart was deleted. Send the money back and record the payout, or agree with the shopper and close this with a note.",
  },
  order_canceled: {
    title: "Paid after the order was canceled",
    message: "The shopper paid after the order was canceled. Send the money back and record the payout.",
  },
  order_paid_otherwise: {
    title: "Paid, but the order owes nothing",
    message:
      "The order no longer owes anything: it was paid or credited another way. Send this money back and record the payout.",
  },
  payout_due: {
    title: "Order canceled, money to send back",
    message:
      "The order was canceled after it was paid. The money is still in your wallet: send it back and record the payout.",
  },
  order_overpaid: {
    title: "More was paid than the order comes to",
    message:
      "The order came to less after it was paid, or was paid another way as well. Send the difference back and record the payout.",
  },
  partly_sent_back: {
    title: "Partly sent back",
    message:
      "The shopper paid, and a part of it was sent back, so no order can take what is left. Send back the rest and record it, or close this with a note.",
  },
  test_money: {
    title: "Paid with test coins",
    message:
      "The shopper paid with test coins. They are worth nothing, and the order or cart must be paid with real money, so no order took them. Close this with a note.",
  },
  other_account: {
    title: "Paid with other keys than the present ones",
    message:
      "The shopper paid a request that was made with another API key or base URL than the connection has now, usually because the keys were changed. Check in the merchant dashboard that the money is there, then settle it onto the order, or send it back and record the payout. With the former keys back, it can be tried again.",
  },
  connection_gone: {
    title: "The connection is not registered",
    message:
      "The connection is not registered in medusa-config, so its service cannot be asked and no order can take its money. Register it again under the same id and restart Medusa: everything that waits is picked up within two minutes.",
  },
  settling_failed: {
    title: "Paid, but not on the order yet",
    message:
      "The payment could not be put onto the order because of a fault in the store. It is retried automatically; after fixing the fault, try again to settle it at once.",
  },
  event_failed: {
    title: "An event could not be worked on",
    message:
      "The service reported a payment, but a fault in the store stopped the event. It is retried automatically; after fixing the fault, try again to process it at once.",
  },
  unknown_payment: {
    title: "The service reported a payment this store never asked for",
    message:
      "The service reported a payment that this store never asked for. Compare with the merchant dashboard: if it belongs to another store, close this with a note; if its payment is listed here now, try again.",
  },
}

/** The list of what waits for a person. */
export const attention = {
  title: "Open items",
  unnamed: "Needs attention",
  detail: "Reason given:",
  noOrder: "No order",
  waiting: "Waiting",
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
