import { container } from "@medusajs/framework"
import type * as Medusa from "@medusajs/framework/types"
import {
  AbstractPaymentProvider,
  BigNumber,
  ContainerRegistrationKeys,
  MedusaError,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import { type ConnectionOptions, type ConnectionSettings, DEFAULT_SETTINGS } from "../../core/connection/settings"
import { SETUP_WORDS } from "../../core/connection/setup"
import { isPaid } from "../../core/payment/lifecycle"
import { CryptoPaymentError, isCryptoPaymentError } from "../../core/text/errors"
import { minorUnitsOf } from "../../medusa/amounts"
import { errorTypeOf, paymentRequired } from "../../medusa/errors"
import { requestContext } from "../../medusa/provider-channel"
import { fiatAmount, sessionData } from "../../medusa/sessions"
import {
  connectionId,
  connectionIdOf,
  readSettings,
  type WholeConfig,
} from "../../modules/crypto-payments/connections/configured"
import { CRYPTO_PAYMENTS_MODULE } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { writeLine } from "../../modules/crypto-payments/telemetry"
import { authorizeSession } from "../../workflows/checkout/confirm-session"
import { type Context, contextOf } from "../../workflows/context"
import { claimPayout } from "../../workflows/payouts/record-payout"
import { quoteForSession, type SessionData, sessionPayment } from "../../workflows/quote/quote-for-session"
import { supersedeDeletedSession, updateSession } from "../../workflows/quote/renew-quote"
import { receiveAndAnnounce } from "../../workflows/webhook/receive-event"

/** Medusa's payment provider: translates between Medusa and the use-cases, which decide about money. */
export class CryptoPaymentProvider extends AbstractPaymentProvider<ConnectionOptions> {
  static override identifier = "crypto"

  /** Medusa calls this at startup. Invalid options stop the server with a sentence about each. */
  static override validateOptions(options: Record<string, unknown>): void {
    // Undefined if Medusa did not load medusa-config.
    const config: WholeConfig | undefined = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE, {
      allowUnregistered: true,
    })
    readSettings(options, config ? connectionIdOf(config, options) : connectionId(undefined))
    // Without the plugin there is no health page that could report it.
    if (config?.modules && !(CRYPTO_PAYMENTS_MODULE in config.modules)) logPluginMissing()
  }

  readonly #connection: {
    connectionId: string
    backendUrl: string | undefined
    payerIpSetting: ConnectionSettings["payerIp"]
  }

  constructor(cradle: { configModule: WholeConfig }, options: ConnectionOptions) {
    super(cradle as unknown as Record<string, unknown>, options)
    const id = connectionIdOf(cradle.configModule, options)
    const { backendUrl, payerIp: payerIpSetting = DEFAULT_SETTINGS.payerIp } = readSettings(options, id)
    this.#connection = { connectionId: id, backendUrl, payerIpSetting }
  }

  override initiatePayment(input: Medusa.InitiatePaymentInput): Promise<Medusa.InitiatePaymentOutput> {
    return withMedusaErrors(async () => {
      const amount = fiatAmount(input.amount, input.currency_code)
      const payment = await quoteForSession(this.#context, { ...this.#connection, amount, data: input.data })
      return { id: payment.external_id, data: this.#view(payment), status: PaymentSessionStatus.PENDING }
    })
  }

  override updatePayment(input: Medusa.UpdatePaymentInput): Promise<Medusa.UpdatePaymentOutput> {
    return withMedusaErrors(async () => {
      const amount = fiatAmount(input.amount, input.currency_code)
      const request = { ...this.#connection, amount, data: input.data }
      const { payment, shopperData, hidesAddress } = await updateSession(this.#context, request)
      const view = this.#view(payment, shopperData)
      return { data: hidesAddress ? { ...view, address: null, uri: null } : view }
    })
  }

  override authorizePayment(input: Medusa.AuthorizePaymentInput): Promise<Medusa.AuthorizePaymentOutput> {
    return withMedusaErrors(async () => {
      // Medusa passes the session's id as the key, and a refund's id below.
      const sessionId = input.context?.idempotency_key
      const { payment, state } = await authorizeSession(this.#context, { ...this.#connection, sessionId })
      const data = this.#view(payment, input.data?.client)
      if (state === "paid") return { status: PaymentSessionStatus.CAPTURED, data }
      if (state === "pending") return { status: PaymentSessionStatus.PENDING_AUTHORIZATION, data }
      throw paymentRequired()
    })
  }

  /** The shopper has already sent the money. This only confirms that it arrived. */
  override capturePayment(input: Medusa.CapturePaymentInput): Promise<Medusa.CapturePaymentOutput> {
    return withMedusaErrors(async () => {
      const payment = await this.#payment(input.data)
      if (!isPaid(payment.status)) throw new CryptoPaymentError("payment_not_completed")
      return { data: this.#view(payment, input.data?.client) }
    })
  }

  /** Changes nothing: an unpaid payment expires by itself and stays watched. A paid one cannot be canceled. */
  override cancelPayment(input: Medusa.CancelPaymentInput): Promise<Medusa.CancelPaymentOutput> {
    return withMedusaErrors(async () => {
      const payment = await this.#payment(input.data)
      if (isPaid(payment.status)) throw new CryptoPaymentError("payment_completed")
      return { data: this.#view(payment, input.data?.client) }
    })
  }

  override deletePayment(input: Medusa.DeletePaymentInput): Promise<Medusa.DeletePaymentOutput> {
    return withMedusaErrors(async () => {
      await supersedeDeletedSession(this.#context, this.#connection.connectionId, input.data)
      return { data: input.data ?? {} }
    })
  }

  override refundPayment(input: Medusa.RefundPaymentInput): Promise<Medusa.RefundPaymentOutput> {
    return withMedusaErrors(async () => {
      const payment = await this.#payment(input.data)
      // An amount that no payout can have, such as less than a minor unit, gets the same refusal as any other.
      const parsed = minorUnitsOf(input.amount, payment.currency)
      const minor = parsed.ok ? parsed.amount.minor : null
      await claimPayout(this.#context, payment, input.context?.idempotency_key, minor)
      return { data: input.data ?? {} }
    })
  }

  override retrievePayment(input: Medusa.RetrievePaymentInput): Promise<Medusa.RetrievePaymentOutput> {
    return withMedusaErrors(async () => ({ data: this.#view(await this.#payment(input.data), input.data?.client) }))
  }

  override getPaymentStatus(input: Medusa.GetPaymentStatusInput): Promise<Medusa.GetPaymentStatusOutput> {
    return withMedusaErrors(async () => {
      const payment = await this.#payment(input.data)
      const status = isPaid(payment.status) ? PaymentSessionStatus.CAPTURED : PaymentSessionStatus.PENDING
      return { status, data: this.#view(payment, input.data?.client) }
    })
  }

  /**
   * For core's own webhook route. Returns no action for core, because core fails on a payment whose session is gone.
   */
  override async getWebhookActionAndData(
    payload: Medusa.ProviderWebhookPayload["payload"],
  ): Promise<Medusa.WebhookActionResult> {
    // Core passes no raw bytes if it does not know the content type.
    const bytes = payload.rawData as string | Buffer | undefined
    const raw = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes ?? "")
    const headers = payload.headers as Record<string, string | string[] | undefined>
    await receiveAndAnnounce(this.#context, this.#connection.connectionId, raw, headers)
    return { action: PaymentActions.NOT_SUPPORTED, data: { session_id: "", amount: new BigNumber(0) } }
  }

  /**
   * Uses the store's container, because a provider's own container is the payment module's and has no other modules.
   */
  get #context(): Context {
    if (!container.hasRegistration(CRYPTO_PAYMENTS_MODULE)) throw pluginMissing()
    return contextOf(container)
  }

  #payment = (data: SessionData): Promise<PaymentRow> =>
    sessionPayment(this.#context, this.#connection.connectionId, data)

  /** @param shopperData what the shopper stored with the session (Medusa 2.22), which stays */
  #view = (payment: PaymentRow, shopperData?: unknown): Record<string, unknown> => ({
    ...sessionData(payment, this.#connection.backendUrl),
    ...(shopperData !== undefined && { client: shopperData }),
  })
}

/** Runs a provider method. Its expected refusals become MedusaErrors, whose type, message and code reach the client. */
async function withMedusaErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isCryptoPaymentError(error)) throw error
    const { code, status, message, retryAfter } = error
    const context = requestContext()
    // The answer has the first refusal. Later ones come from core's clean-up.
    if (context) context.refusal ??= { code, status, retryAfter }
    throw new MedusaError(errorTypeOf(status), message, code)
  }
}

/**
 * The shopper's answer has status 400, because without the plugin no middleware makes it 503. The log names the cause.
 */
function pluginMissing(): MedusaError {
  logPluginMissing()
  const { code, message } = new CryptoPaymentError("payment_method_unavailable")
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message, code)
}

function logPluginMissing(): void {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  writeLine(logger, "setup_problem", { reason: "plugin_missing", detail: SETUP_WORDS.plugin_missing }, () => [])
}
