import { assetKeyOf, choicesIn } from "../../core/assets/choices"
import { type Account, accountOf } from "../../core/connection/account"
import type { ConnectionSettings } from "../../core/connection/settings"
import { checkQuote } from "../../core/money/quote-check"
import { renewAt } from "../../core/payment/schedule"
import { firstCheckAt } from "../../core/payment/unpaid-order"
import { CryptoPaymentError } from "../../core/text/errors"
import { ofPayment } from "../../core/text/log-lines"
import { ownCall, remainingMs } from "../../medusa/provider-channel"
import { mayCallAt } from "../../modules/crypto-payments/stores/connections"
import { type ConnectionRow, isUniqueViolation, type PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { inSpan, tell } from "../../modules/crypto-payments/telemetry"
import { isStoreApiError, meaningOf } from "../../store-api/outcome"
import type { PaymentResponse } from "../../store-api/wire"
import { accountUsed, recordFailure, recordSuccess, UNUSABLE_ANSWER } from "../connections/call-outcome"
import type { Context } from "../context"
import { attachReceived, type QuoteRequest, refuseWhileSeen, reuseOrRefuse, supersedeOtherQuotes } from "./reuse-quote"

/**
 * The payment that a session shows: an existing one if it can be reused, otherwise a new one from the service. So
 * opening the payment step again gives no new address, and money on its way finds its session.
 * @throws CryptoPaymentError with the shopper's message
 */
export async function reuseOrCreateQuote(context: Context, request: QuoteRequest): Promise<PaymentRow> {
  const { connectionId, choice } = request
  return inSpan("create", { connection_id: connectionId, ...choice }, async (span) => {
    const { outcome, payment } = await reuseOrCreate(context, request)
    const orderId = request.orderId ?? payment.order_id
    if (orderId !== null) await supersedeOtherQuotes(context, payment, orderId)
    tell(span, { ...ofPayment(payment), outcome })
    return payment
  })
}

async function reuseOrCreate(
  context: Context,
  request: QuoteRequest,
): Promise<{ outcome: "reused" | "created"; payment: PaymentRow }> {
  const { store, clock, log } = context
  const now = clock()
  // Settling, or a person who settles onto an order, gives a payment a session through Medusa: see `fitSession`.
  const settling = ownCall().givingSessionTo
  const attached =
    settling && (await store.payments.attachSession(settling, request.sessionId, now, { isLeased: true }))
  if (attached) return { outcome: "reused", payment: attached }
  // Reads the row from the database, because another instance may have recorded a rate limit.
  const { settings, row } = (await store.connection(request.connectionId, 0)) ?? {}
  if (!settings) throw new CryptoPaymentError("payment_method_unavailable")
  const isOffered = choicesIn(settings.assets).some((one) => assetKeyOf(one) === assetKeyOf(request.choice))
  if (!isOffered) throw new CryptoPaymentError("asset_not_offered")

  const account = accountOf(settings)
  const until = performance.now() + request.timeBudgetMs
  const ofCollection = request.isFirst ? [] : await store.payments.byCollection(request.collectionId)
  const reused = ofCollection.length > 0 && (await reuseOrRefuse(context, request, account, ofCollection))
  if (reused) return { outcome: "reused", payment: reused }
  if (request.orderId !== null) await refuseWhileSeen(context, request, account)
  const timeBudgetMs = remainingMs(until)
  if (timeBudgetMs <= 0) throw new CryptoPaymentError("service_unavailable")
  // The service may throttle the connection.
  const waitMs = row ? Math.max(0, mayCallAt(row, "creation") - clock().getTime()) : 0
  if (waitMs >= timeBudgetMs) throw new CryptoPaymentError("rate_limited", Math.ceil(waitMs / 1000))
  await recordPayerIp(context, request, account, row)
  const answer = await requestQuote(context, { ...request, timeBudgetMs }, settings, waitMs > 0)
  const payment = await storeQuote(context, request, { answer, settings, account, ofCollection })
  // Read again, because another request may have failed meanwhile; this process then forgot the row.
  const present = (await store.connection(request.connectionId))?.row
  const used = { connectionId: request.connectionId, account: account.fingerprint }
  await recordSuccess(context, used, present, "creation")
  log("payment_created", ofPayment(payment))
  const received = ofCollection.length > 0 && (await attachReceived(context, request, account))
  return received ? { outcome: "reused", payment: received } : { outcome: "created", payment }
}

/**
 * Records for the health that no address of a payer could be read, or that one was read again; writes only when that changes.
 * With test keys a private address is no news, because shop and shopper may be on one machine.
 */
async function recordPayerIp(
  { store, clock }: Context,
  { connectionId, payerIp }: QuoteRequest,
  { testMode }: Account,
  row: ConnectionRow | undefined,
): Promise<void> {
  if (!payerIp) return
  const noted = "missing" in payerIp ? payerIp.missing : null
  const missing = noted === "private_address" && testMode ? null : noted
  if ((missing !== null) === Boolean(row?.payer_ip_missing_at)) return
  const now = clock()
  await store.connections.patch(connectionId, { payer_ip_missing_at: missing ? now : null }, now)
}

async function requestQuote(
  context: Context,
  request: QuoteRequest,
  settings: ConnectionSettings,
  throttled: boolean,
): Promise<PaymentResponse> {
  const { store, log } = context
  const { asset, chain } = request.choice
  try {
    const body = {
      asset,
      ...(chain ? { chain } : {}),
      amount: request.amount,
      ...(request.payerIp && "ip" in request.payerIp ? { payerIp: request.payerIp.ip } : {}),
    }
    // Uses exactly these settings, because the row stores their account as that of the request.
    const client = await store.clientOf(request.connectionId, settings)
    return await client.createPayment(body, request.timeBudgetMs, !throttled)
  } catch (error) {
    if (!isStoreApiError(error)) throw error
    const screened = meaningOf(error.code).store === "screened"
    log(screened ? "payer_screened" : "quote_failed", { connection_id: request.connectionId, asset, chain, error })
    await recordFailure(context, accountUsed(request.connectionId, settings), error, assetKeyOf(request.choice))
    throw new CryptoPaymentError(meaningOf(error.code).shopper, error.retryAfter)
  }
}

/** @property ofCollection the collection's earlier payments */
type Answered = {
  answer: PaymentResponse
  settings: ConnectionSettings
  account: Account
  ofCollection: readonly PaymentRow[]
}

/**
 * Checks the service's answer and stores it as the payment that the session shows.
 * @throws CryptoPaymentError `service_unavailable` for an answer that must not be shown
 */
async function storeQuote(context: Context, request: QuoteRequest, answered: Answered): Promise<PaymentRow> {
  const { store, clock } = context
  const { answer, account, ofCollection } = answered
  const now = clock()
  const problem = checkQuote({ ...request, testMode: account.testMode }, quoteOf(answer), now.getTime())
  if (problem) throw await protocolError(context, request, answered, problem)
  try {
    const row = rowOf(request, answered, now)
    const unpaid_check_at = firstCheck(row.quote_expires_at, ofCollection, now)
    return await store.payments.insert({ ...row, unpaid_check_at }, now)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw await protocolError(context, request, answered, "the service gave this id to two payments")
  }
}

/** When to decide first about the order. A new quote does not put off a decision that its collection waits for already. */
function firstCheck(quoteExpiresAt: Date, ofCollection: readonly PaymentRow[], now: Date): Date {
  const earlier = ofCollection.flatMap(({ unpaid_check_at }) => unpaid_check_at?.getTime() ?? [])
  return new Date(Math.min(firstCheckAt(quoteExpiresAt.getTime(), now.getTime()), ...earlier))
}

const quoteOf = ({ payAmount, chain, displayAmount, address, uri, quoteExpiresAt }: PaymentResponse) => ({
  ...payAmount,
  chain,
  amount: displayAmount,
  address,
  uri,
  quoteExpiresAt: Date.parse(quoteExpiresAt),
})

function rowOf(request: QuoteRequest, { answer, settings, account }: Answered, now: Date) {
  const quoteExpiresAt = Date.parse(answer.quoteExpiresAt)
  return {
    connection_id: request.connectionId,
    external_id: answer.id,
    test_mode: account.testMode,
    account: account.fingerprint,
    payment_collection_id: request.collectionId,
    session_id: request.sessionId,
    cart_id: request.cartId,
    order_id: request.orderId,
    asset: request.choice.asset,
    // The service may name a test network, such as base-sepolia.
    chain: request.choice.chain ?? answer.chain,
    asked_chain: request.choice.chain,
    address: answer.address,
    uri: answer.uri,
    pay_amount_base: answer.payAmount.base,
    decimals: answer.payAmount.decimals,
    amount_minor: String(request.amount.minor),
    currency: request.amount.currency,
    rate: answer.rate.pricePerWholeUnit,
    quote_expires_at: new Date(quoteExpiresAt),
    renew_at: new Date(renewAt(now.getTime(), quoteExpiresAt, settings.minimumQuoteSeconds)),
    remote_status: answer.status,
  }
}

async function protocolError(context: Context, request: QuoteRequest, { answer, account }: Answered, problem: string) {
  const { connectionId, choice } = request
  context.log("protocol_error", {
    connection_id: connectionId,
    external_payment_id: answer.id,
    ...choice,
    detail: `the answer was not shown: ${problem}`,
  })
  const used = { connectionId, account: account.fingerprint }
  await recordFailure(context, used, { code: UNUSABLE_ANSWER }, assetKeyOf(choice))
  return new CryptoPaymentError("service_unavailable")
}
