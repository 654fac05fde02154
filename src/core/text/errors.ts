import { ASSETS, EVM_CHAINS } from "../assets/registry"

const oneOf = (names: readonly string[]): string => names.join(", ").replace(/, ([^,]*)$/, " or $1")

/** Refusals of the payment provider and of shoppers' routes: code, status, words that name no key or other shopper. */
export const REFUSALS = {
  unknown_asset: [400, `Choose one of these cryptocurrencies: ${oneOf(ASSETS)}.`],
  asset_not_offered: [400, "This store does not take that cryptocurrency. Choose another one."],
  chain_required: [400, `Choose the network to pay on: ${oneOf(EVM_CHAINS)}.`],
  unknown_chain: [400, "This network cannot be used for that cryptocurrency. Choose one that the store offers."],
  unknown_currency: [400, "Prices in this currency cannot be paid in cryptocurrency."],
  invalid_amount: [400, "The amount to pay is not a number."],
  amount_not_positive: [
    400,
    "There is nothing to pay in cryptocurrency: the amount is below the smallest unit of its currency.",
  ],
  amount_unsafe: [400, "The amount to pay is too large for a cryptocurrency payment."],
  screening_failed: [403, "Cryptocurrency is not available for this payment. Choose another way to pay."],
  currency_unavailable: [
    409,
    "This cryptocurrency is not available at the moment. Choose another one, or try again later.",
  ],
  rate_limited: [429, "Too many payments are being started right now. Try again in a moment."],
  payment_method_unavailable: [
    503,
    "Paying in cryptocurrency is temporarily unavailable. Try again later, or choose another way to pay.",
  ],
  service_unavailable: [503, "Paying in cryptocurrency is temporarily unavailable. Try again in a moment."],
  session_required: [400, "A payment session is needed. Start the payment step again."],
  unknown_payment: [404, "This payment is not known. Start the payment step again."],
  session_gone: [409, "This payment step is no longer open. Go back to the shop and open the payment step again."],
  order_canceled: [409, "This order was canceled, so do not pay for it. Order again to pay."],
  already_paid: [409, "This is paid already. There is nothing left to pay."],
  payment_seen: [409, "Your payment is on its way and is being confirmed. Do not pay again."],
  payment_unclear: [
    409,
    "It is not clear yet whether your payment has arrived. Do not pay again. If this lasts, ask the shop.",
  ],
  amount_changed: [409, "The amount to pay has changed. Open the payment step again and look at the new amount."],
  price_of_another_way: [
    409,
    "This order has a lower price for another way to pay. Pay it that way, or ask the shop to change the order.",
  ],
  unknown_region: [404, "There is no region with this id."],
  too_many_requests: [429, "Too many requests for this payment. Wait a moment, then try again."],
  payment_not_completed: [409, "This payment has not arrived yet."],
  payment_completed: [
    409,
    "This payment has arrived and cannot be canceled. To return the money, send it from your wallet and record the payout.",
  ],
  refund_by_hand: [
    400,
    "Cryptocurrency cannot be pulled back by software. Send the money from your wallet, then record the payout on this order under Crypto payments (Record payout). This creates the refund.",
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type RefusalCode = keyof typeof REFUSALS

/** An expected refusal, which reaches the shopper or the admin. */
export class CryptoPaymentError extends Error {
  override readonly name = "CryptoPaymentError"
  readonly status: number

  constructor(
    readonly code: RefusalCode,
    /** Seconds after which trying again makes sense, if known. */
    readonly retryAfter?: number,
  ) {
    super(REFUSALS[code][1])
    this.status = REFUSALS[code][0]
  }
}

export const isCryptoPaymentError = (error: unknown): error is CryptoPaymentError => error instanceof CryptoPaymentError
