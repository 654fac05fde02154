import type { AssetChoice } from "../../../core/assets"
import { type ConnectionSettings, isTestMode } from "../../../core/connection-settings"
import { CryptoPaymentError } from "../../../core/errors"
import type { FiatAmount } from "../../../core/money"
import { assetKeyOf } from "../../../core/offered-assets"
import { checkQuote } from "../../../core/quote"
import { renewAt } from "../../../core/retry-policy"
import { meaningOf } from "../../../core/service-errors"
import { isStoreApiError } from "../../../store-api/error"
import type { PaymentResponse } from "../../../store-api/wire"
import type { CryptoPaymentsService } from "../service"
import type { ConnectionRow, PaymentRow } from "../stores/rows"
import { noteFailure } from "./note-failure"

export type PaymentWish = {
  connectionId: string
  collectionId: string
  sessionId: string
  amount: FiatAmount
  choice: AssetChoice
  /** The payer's IP for screening; undefined leaves it to the service, which takes this server's. */
  payerIp: string | undefined
  /** Milliseconds that asking the service may take; none left means that only what is there already will do. */
  patienceMs: number
}

type Logger = { warn: (message: string) => void; error: (message: string) => void }

/**
 * The payment a session shows: one that is there already where it still serves (re-opening the payment
 * step gives no new address, and money on its way finds its session), else a new one from the service.
 * Nothing is kept of a request that failed, and nothing is shown that does not echo what was asked.
 *
 * @throws CryptoPaymentError with the shopper's words
 */
export async function requestPayment(
  module: CryptoPaymentsService,
  wish: PaymentWish,
  logger: Logger,
  now: Date,
): Promise<PaymentRow> {
  const settings = await module.settingsOf(wish.connectionId)
  if (!settings) throw new CryptoPaymentError("payment_method_unavailable")
  if (!settings.assets.includes(wish.choice.asset)) throw new CryptoPaymentError("asset_not_offered")

  const reusable = await reuse(module, wish, now)
  if (reusable) return reusable

  if (wish.patienceMs <= 0) throw new CryptoPaymentError("service_unavailable")
  const connection = await module.connections.get(wish.connectionId)
  refuseWhileThrottled(connection, now)
  const answer = await ask(module, wish, logger, now)
  if (connection?.health !== "working")
    await module.connections.patch(
      wish.connectionId,
      { health: "working", last_error_code: null, last_check_at: now },
      now,
    )
  const row = await keep(module, wish, answer, settings, logger, now)
  await module.payments.supersedeSession(wish.sessionId, now, row.id)
  return row
}

async function reuse(module: CryptoPaymentsService, wish: PaymentWish, now: Date) {
  const key = {
    connectionId: wish.connectionId,
    collectionId: wish.collectionId,
    amountMinor: String(wish.amount.minor),
    currency: wish.amount.currency,
    asset: wish.choice.asset,
    askedChain: wish.choice.chain,
  }
  const found = await module.payments.findReusable(key, now)
  if (!found) return undefined
  const attached = await module.payments.attachSession(found.id, wish.sessionId, now)
  if (attached) await module.payments.supersedeSession(wish.sessionId, now, attached.id)
  return attached
}

function refuseWhileThrottled(connection: ConnectionRow | undefined, now: Date): void {
  const until = connection?.throttled_until
  if (until && until > now) {
    throw new CryptoPaymentError("rate_limited", Math.ceil((until.getTime() - now.getTime()) / 1000))
  }
}

async function ask(
  module: CryptoPaymentsService,
  wish: PaymentWish,
  logger: Logger,
  now: Date,
): Promise<PaymentResponse> {
  const { asset, chain } = wish.choice
  try {
    const request = {
      asset,
      ...(chain ? { chain } : {}),
      amount: wish.amount,
      ...(wish.payerIp ? { payerIp: wish.payerIp } : {}),
    }
    return await (await module.clientOf(wish.connectionId)).createPayment(request, wish.patienceMs)
  } catch (error) {
    if (!isStoreApiError(error)) throw error
    logger.warn(
      `crypto payments: connection ${wish.connectionId}: no quote for ${assetKeyOf(wish.choice)}: ${error.message}`,
    )
    await noteFailure(module, wish.connectionId, error, now, assetKeyOf(wish.choice))
    throw new CryptoPaymentError(meaningOf(error.code).shopper, error.retryAfter)
  }
}

async function keep(
  module: CryptoPaymentsService,
  wish: PaymentWish,
  answer: PaymentResponse,
  settings: ConnectionSettings,
  logger: Logger,
  now: Date,
): Promise<PaymentRow> {
  const testMode = isTestMode(settings)
  const quoteExpiresAt = Date.parse(answer.quoteExpiresAt)
  const problem = checkQuote(
    { choice: wish.choice, amount: wish.amount, testMode },
    {
      asset: answer.payAmount.asset,
      chain: answer.chain,
      decimals: answer.payAmount.decimals,
      base: answer.payAmount.base,
      amount: answer.displayAmount,
      address: answer.address,
      uri: answer.uri,
      quoteExpiresAt,
    },
    now.getTime(),
  )
  if (problem)
    throw protocolError(logger, wish, `the answer for payment ${JSON.stringify(answer.id)} was not shown: ${problem}`)
  try {
    return await module.payments.insert(
      {
        connection_id: wish.connectionId,
        external_id: answer.id,
        test_mode: testMode,
        payment_collection_id: wish.collectionId,
        session_id: wish.sessionId,
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
      },
      now,
    )
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
    throw protocolError(logger, wish, `the service gave the id ${JSON.stringify(answer.id)} to two payments`)
  }
}

/** PostgreSQL's SQLSTATE for a unique violation. */
const UNIQUE_VIOLATION = "23505"

function protocolError(logger: Logger, wish: PaymentWish, what: string): CryptoPaymentError {
  logger.error(`crypto payments: connection ${wish.connectionId}: protocol error: ${what}`)
  return new CryptoPaymentError("service_unavailable")
}
