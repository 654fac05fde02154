import { ASSETS, EVM_CHAINS } from "../assets/registry"

const oneOf = (names: readonly string[]): string => names.join(", ").replace(/, ([^,]*)$/, " or $1")

/** Every refusal of a shopper's request: code, status, and words that name neither a key nor another shopper. */
export const REFUSALS = {
  unknown_asset: [400, `This cryptocurrency is not known. Choose ${oneOf(ASSETS)}.`],
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
  amount_changed: [409, "The amount to pay has changed. Open the payment step again, or ask the shop for a new link."],
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

/** An expected refusal. Anything else that is thrown is a bug. */
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

/** What an error of the service means to the shopper and to the store. */
type ServiceErrorMeaning = {
  shopper: RefusalCode
  store: "credentials_broken" | "store_disabled" | "asset_unavailable" | "throttled" | "screened" | "outage"
}

export const SERVICE_ERRORS = {
  invalid_credentials: { shopper: "payment_method_unavailable", store: "credentials_broken" },
  screening_failed: { shopper: "screening_failed", store: "screened" },
  store_disabled: { shopper: "payment_method_unavailable", store: "store_disabled" },
  currency_unavailable: { shopper: "currency_unavailable", store: "asset_unavailable" },
  rate_limited: { shopper: "rate_limited", store: "throttled" },
} as const satisfies Record<string, ServiceErrorMeaning>

type SpecifiedCode = keyof typeof SERVICE_ERRORS

export type ServiceErrorCode = SpecifiedCode | `http_${number}`

const isSpecified = (code: string): code is SpecifiedCode => Object.hasOwn(SERVICE_ERRORS, code)

const OUTAGE: ServiceErrorMeaning = { shopper: "service_unavailable", store: "outage" }

const CODE_OF_STATUS: Record<number, SpecifiedCode> = {
  401: "invalid_credentials",
  403: "screening_failed",
  429: "rate_limited",
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}

/** The code of an error answer: from a usual place of the body, whose shape is not specified, else by the status. */
export function serviceErrorCode(status: number, body: unknown): ServiceErrorCode {
  const { code, error, errors, type, error_code } = record(body)
  const inner = record(error)
  const first = Array.isArray(errors) ? record(errors[0]).code : undefined
  const named = [code, error_code, inner.code, inner.error_code, inner.type, error, first, type]
    // A problem type may be a URI that ends in the code (RFC 9457), and some services write it in capitals.
    .flatMap((value) => (typeof value === "string" ? value.toLowerCase().split(/[/#]/).slice(-1) : []))
    .find(isSpecified)
  return named ?? CODE_OF_STATUS[status] ?? `http_${status}`
}

/** @param code of a failed request to the service: one of the specification's, or a WireCode */
export const meaningOf = (code: string): ServiceErrorMeaning => (isSpecified(code) ? SERVICE_ERRORS[code] : OUTAGE)
