import { amountOf, cryptoAmount } from "../core/money/units"
import { payUrl } from "../core/payment/pay-url"
import { isPaid, isSeen } from "../core/payment/payment-life"
import { isReadable } from "../core/payment/wallet-payment"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"

/** Adds what a shopper stored with the session (Medusa 2.22) to data that replaces all of the session's. */
export const withClient = (data: Record<string, unknown>, client: unknown): Record<string, unknown> =>
  client === undefined ? data : { ...data, client }

/**
 * A payment session's data for the storefront. It contains only what the shopper may see.
 * @param backendUrl public address of this server; without one the link to the pay page is relative
 */
export function sessionData(payment: PaymentRow, backendUrl: string | undefined) {
  // Money that needs attention has arrived.
  const status: string = payment.status === "attention" ? "completed" : payment.status
  const isPayable = !isSeen(payment) && !isPaid(payment.status) && isReadable(payment)
  return {
    session_id: payment.session_id,
    payment_id: payment.external_id,
    status,
    asset: payment.asset,
    chain: payment.chain,
    /** Null, like `uri`, if nobody must pay to it: money is on its way or has arrived, or nobody owes the amount now. */
    address: isPayable ? payment.address : null,
    uri: isPayable ? payment.uri : null,
    pay_amount: cryptoAmount(payment.pay_amount_base, payment.asset, payment.decimals),
    amount: amountOf(payment),
    rate: payment.rate,
    quote_expires_at: payment.quote_expires_at.toISOString(),
    token: payment.token,
    pay_url: payUrl(payment.token, backendUrl),
  }
}

/** The fields that only the plugin writes; api/guards/open-session.ts drops them from a shopper's input. */
export const OWN_SESSION_FIELDS = [
  ...["session_id", "payment_id", "status", "address", "uri", "pay_amount", "amount", "rate", "quote_expires_at"],
  ...["token", "pay_url"],
] as const

/** Reads our fields from a session's data. Any code may have changed them, so only the token can be trusted. */
export function readSessionData(data: Record<string, unknown> | undefined) {
  const textOf = (value: unknown) => (typeof value === "string" ? value : undefined)
  return { sessionId: textOf(data?.session_id), token: textOf(data?.token) }
}
