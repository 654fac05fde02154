import { assetKeyOf, choicesIn } from "../../core/assets/offered-assets"
import type { AssetChoice } from "../../core/assets/registry"
import { type Account, accountOf } from "../../core/connection/account"
import type { ConnectionSettings } from "../../core/connection/settings"
import { checkQuote } from "../../core/money/quote"
import type { FiatAmount } from "../../core/money/units"
import { renewAt } from "../../core/payment/retry-policy"
import { CryptoPaymentError } from "../../core/text/errors"
import { ofPayment } from "../../core/text/log-lines"
import { meaningOf } from "../../core/text/service-errors"
import type { NewPayment } from "../../modules/crypto-payments/stores/payments"
import { type ConnectionRow, isUniqueViolation, type PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { inSpan, tell } from "../../modules/crypto-payments/tracing"
import { isStoreApiError } from "../../store-api/error"
import type { PaymentResponse } from "../../store-api/wire"
import { seenOf } from "../connections/account-standing"
import { noteFailure, noteSuccess } from "../connections/call-outcome"
import type { Context } from "../context"
import { lookBeforeReplacing } from "./last-look"

export type PaymentWish = {
  connectionId: string
  collectionId: string
  sessionId: string
  /** The cart and the order that the collection is of, where they are known by now. */
  cartId: string | null
  orderId: string | null
  amount: FiatAmount
  choice: AssetChoice
  /** The payer's IP for screening; undefined leaves it to the service, which takes this server's. */
  payerIp: string | undefined
  /** Milliseconds that asking the service may take; none left means that only what is there already will do. */
  patienceMs: number
  /** The shown payment was looked up a moment ago. */
  looked?: boolean
}

/**
 * The payment a session shows: one that is there already where it still serves (re-opening the payment
 * step gives no new address, and money on its way finds its session), else a new one from the service.
 * Nothing is kept of a request that failed, and nothing is shown that does not echo what was asked.
 *
 * @throws CryptoPaymentError with the shopper's words
 */
export async function requestPayment(context: Context, wish: PaymentWish): Promise<PaymentRow> {
  const { connectionId, choice } = wish
  return inSpan("create", { connection_id: connectionId, ...choice }, async (span) => {
    const { outcome, payment } = await reuseOrCreate(context, wish)
    tell(span, { ...ofPayment(payment), outcome })
    return payment
  })
}

async function reuseOrCreate(
  context: Context,
  wish: PaymentWish,
): Promise<{ outcome: "reused" | "created"; payment: PaymentRow }> {
  const { store, clock, log } = context
  const now = clock()
  // One fresh read: whether the service throttles this connection is known to all instances.
  const { settings, row } = (await store.connection(wish.connectionId, 0)) ?? {}
  if (!settings) throw new CryptoPaymentError("payment_method_unavailable")
  const isOffered = choicesIn(settings.assets).some((one) => assetKeyOf(one) === assetKeyOf(wish.choice))
  if (!isOffered) throw new CryptoPaymentError("asset_not_offered")

  const startedAt = Date.now()
  const shown = await store.payments.byCollection(wish.collectionId)
  const reused = shown.length > 0 ? await reuseShown(context, wish, accountOf(settings), shown) : undefined
  if (reused) return { outcome: "reused", payment: reused }
  const patienceMs = wish.patienceMs - (Date.now() - startedAt)
  if (patienceMs <= 0) throw new CryptoPaymentError("service_unavailable")
  refuseWhileThrottled(row, now)
  const answer = await ask(context, { ...wish, patienceMs }, settings)
  await noteSuccess(context, wish.connectionId, row, "creation")
  const payment = await keep(context, wish, answer, settings)
  log("payment_created", ofPayment(payment))
  return { outcome: "created", payment }
}

async function reuse(context: Context, wish: PaymentWish, account: Account) {
  const { store, clock } = context
  const now = clock()
  const key = {
    connectionId: wish.connectionId,
    collectionId: wish.collectionId,
    amountMinor: String(wish.amount.minor),
    currency: wish.amount.currency,
    asset: wish.choice.asset,
    askedChain: wish.choice.chain,
    account,
  }
  const found = await store.payments.findReusable(key, now)
  return found && store.payments.attachSession(found.id, wish.sessionId, now)
}

/**
 * Looks once more before a new address takes the place of a shown one.
 * @param shown all payments of the collection
 * @throws CryptoPaymentError `payment_seen` while money is on its way that does not fit what is asked for
 */
async function reuseShown(context: Context, wish: PaymentWish, account: Account, shown: PaymentRow[]) {
  const { store } = context
  const fitting = await reuse(context, wish, account)
  if (fitting) return fitting
  if (!wish.looked && (await lookBeforeReplacing(context, shown, wish.patienceMs))) {
    const arrived = await reuse(context, wish, account)
    if (arrived) return arrived
  }
  const seen = await seenOf(context, await store.payments.byCollection(wish.collectionId))
  if (seen.length > 0) throw new CryptoPaymentError("payment_seen")
  return undefined
}

function refuseWhileThrottled(connection: ConnectionRow | undefined, now: Date): void {
  const until = connection?.throttled_until
  if (until && until > now) {
    throw new CryptoPaymentError("rate_limited", Math.ceil((until.getTime() - now.getTime()) / 1000))
  }
}

async function ask(context: Context, wish: PaymentWish, settings: ConnectionSettings): Promise<PaymentResponse> {
  const { store, log } = context
  const { asset, chain } = wish.choice
  try {
    const request = {
      asset,
      ...(chain ? { chain } : {}),
      amount: wish.amount,
      ...(wish.payerIp ? { payerIp: wish.payerIp } : {}),
    }
    // By these settings and no newer ones: the row names the account that was asked.
    const client = await store.clientOf(wish.connectionId, settings)
    return await client.createPayment(request, wish.patienceMs, true)
  } catch (error) {
    if (!isStoreApiError(error)) throw error
    const screened = meaningOf(error.code).store === "screened"
    log(screened ? "payer_screened" : "quote_failed", { connection_id: wish.connectionId, asset, chain, error })
    await noteFailure(context, wish.connectionId, error, assetKeyOf(wish.choice))
    throw new CryptoPaymentError(meaningOf(error.code).shopper, error.retryAfter)
  }
}

async function keep(
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
    chain: answer.chain,
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

/** The answer is shown to nobody. */
function protocolError(context: Context, wish: PaymentWish, externalId: string, problem: string): CryptoPaymentError {
  const { log } = context
  const { connectionId, choice } = wish
  log("protocol_error", {
    ...{ connection_id: connectionId, external_payment_id: externalId, ...choice },
    detail: `the answer was not shown: ${problem}`,
  })
  return new CryptoPaymentError("service_unavailable")
}
