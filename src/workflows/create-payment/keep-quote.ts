import type { AssetChoice } from "../../core/assets/asset-choice"
import { accountOf } from "../../core/connection/account"
import type { PayerIp } from "../../core/connection/payer-ip"
import type { ConnectionSettings } from "../../core/connection/settings"
import { checkQuote } from "../../core/money/quote"
import type { FiatAmount } from "../../core/money/units"
import { renewAt } from "../../core/payment/retry-policy"
import { CryptoPaymentError } from "../../core/text/errors"
import type { NewPayment } from "../../modules/crypto-payments/stores/payments"
import { isUniqueViolation, type PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { PaymentResponse } from "../../store-api/wire"
import type { Context } from "../context"

export type PaymentWish = {
  connectionId: string
  collectionId: string
  sessionId: string
  /** The cart and the order of the collection, if they are already known. */
  cartId: string | null
  orderId: string | null
  amount: FiatAmount
  choice: AssetChoice
  /** The payer's IP for screening. Without one, the service uses this server's IP. */
  payerIp: PayerIp | undefined
  /** Milliseconds that the request to the service may take; 0 means that only a stored quote may be reused. */
  patienceMs: number
  /** The shown payment was just looked up. */
  looked?: boolean
  /** The collection was just read and has no payment that could be shown again. */
  isFirst?: boolean
}

/**
 * Checks the service's answer and stores it as the payment that the session shows.
 * @throws CryptoPaymentError `service_unavailable` for an answer that must not be shown
 */
export async function keepQuote(
  context: Context,
  wish: PaymentWish,
  answer: PaymentResponse,
  settings: ConnectionSettings,
): Promise<PaymentRow> {
  const { store, clock } = context
  const now = clock()
  const problem = checkQuote({ ...wish, testMode: accountOf(settings).testMode }, quoteOf(answer), now.getTime())
  if (problem) throw protocolError(context, wish, answer.id, problem)
  try {
    return await store.payments.insert(rowOf(wish, answer, settings, now), now)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw protocolError(context, wish, answer.id, "the service gave this id to two payments")
  }
}

const quoteOf = ({ payAmount, chain, displayAmount, address, uri, quoteExpiresAt }: PaymentResponse) => ({
  ...payAmount,
  ...{ chain, amount: displayAmount, address, uri, quoteExpiresAt: Date.parse(quoteExpiresAt) },
})

function rowOf(wish: PaymentWish, answer: PaymentResponse, settings: ConnectionSettings, now: Date): NewPayment {
  const { testMode, fingerprint } = accountOf(settings)
  const quoteExpiresAt = Date.parse(answer.quoteExpiresAt)
  return {
    connection_id: wish.connectionId,
    external_id: answer.id,
    test_mode: testMode,
    account: fingerprint,
    payment_collection_id: wish.collectionId,
    session_id: wish.sessionId,
    cart_id: wish.cartId,
    order_id: wish.orderId,
    asset: wish.choice.asset,
    // The service may name a test network, such as base-sepolia.
    chain: wish.choice.chain ?? answer.chain,
    asked_chain: wish.choice.chain,
    address: answer.address,
    uri: answer.uri,
    pay_amount_base: answer.payAmount.base,
    decimals: answer.payAmount.decimals,
    amount_minor: String(wish.amount.minor),
    currency: wish.amount.currency,
    rate: answer.rate.pricePerWholeUnit,
    quote_expires_at: new Date(quoteExpiresAt),
    renew_at: new Date(renewAt(now.getTime(), quoteExpiresAt, settings.minimumQuoteSeconds)),
    remote_status: answer.status,
  }
}

function protocolError(context: Context, wish: PaymentWish, externalId: string, problem: string): CryptoPaymentError {
  const { connectionId, choice } = wish
  context.log("protocol_error", {
    ...{ connection_id: connectionId, external_payment_id: externalId, ...choice },
    detail: `the answer was not shown: ${problem}`,
  })
  return new CryptoPaymentError("service_unavailable")
}
