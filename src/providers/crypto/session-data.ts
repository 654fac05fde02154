import { displayBaseUnits } from "../../core/money/units"
import { payUrl } from "../../core/payment/pay-url"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

/** What a payment session carries: all a storefront needs to show, and nothing that is not the shopper's. */
export type CryptoSessionData = {
  session_id: string | null
  payment_id: string
  status: string
  asset: string
  chain: string
  /** Null once the order does not owe the amount. */
  address: string | null
  uri: string | null
  pay_amount: { base: string; asset: string; decimals: number; display: string }
  amount: { minor: number; currency: string }
  rate: string
  quote_expires_at: string
  token: string
  pay_url: string
}

/** @param backendUrl public address of this server; without one the link to the pay page is relative */
export function sessionData(payment: PaymentRow, backendUrl: string | undefined): CryptoSessionData {
  return {
    session_id: payment.session_id,
    payment_id: payment.external_id,
    status: shopperStatus(payment.status),
    asset: payment.asset,
    chain: payment.chain,
    address: payment.address,
    uri: payment.uri,
    pay_amount: {
      base: payment.pay_amount_base,
      asset: payment.asset,
      decimals: payment.decimals,
      display: displayBaseUnits(payment.pay_amount_base, payment.decimals),
    },
    amount: { minor: Number(payment.amount_minor), currency: payment.currency },
    rate: payment.rate,
    quote_expires_at: payment.quote_expires_at.toISOString(),
    token: payment.token,
    pay_url: payUrl(payment.token, backendUrl),
  }
}

/** Whether the store's people must look at it is not the shopper's business: the money has arrived. */
const shopperStatus = (status: PaymentRow["status"]): string => (status === "attention" ? "completed" : status)

/** The fields that we write into a session's data. A shopper's input has none of them: see api/payment-sessions.ts. */
export const OWN_SESSION_FIELDS = [
  ...["session_id", "payment_id", "status", "address", "uri", "pay_amount", "amount", "rate", "quote_expires_at"],
  ...["token", "pay_url", "withdrawn"],
] as const

/**
 * Reads our own fields out of a session's stored data, which is JSON that anybody's code may have touched. Only the
 * token proves anything: who knows it may name the payment it belongs to.
 */
export function readSessionData(data: Record<string, unknown> | undefined): { sessionId?: string; token?: string } {
  return {
    ...(typeof data?.session_id === "string" ? { sessionId: data.session_id } : {}),
    ...(typeof data?.token === "string" ? { token: data.token } : {}),
  }
}
