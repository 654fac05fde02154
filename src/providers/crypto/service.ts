import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  IEventBusModuleService,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import {
  AbstractPaymentProvider,
  BigNumber,
  MedusaError,
  Modules,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import { type AssetChoice, choiceOf, parseAssetChoice } from "../../core/assets/registry"
import { parseConfiguredSettings } from "../../core/connection/combine-settings"
import { type ConnectionOptions, type ConnectionSettings, DEFAULT_SETTINGS } from "../../core/connection/settings"
import { isPaid } from "../../core/payment/payment-life"
import { noteAfter } from "../../core/payment/retry-policy"
import { CryptoPaymentError } from "../../core/text/errors"
import { type LogFacts, ofPayment } from "../../core/text/log-lines"
import { isJudged } from "../../medusa/capture-on-order"
import { type Payable, readPayable, refusalToOpen, refuseCapture, refuseUnowed } from "../../medusa/payable"
import {
  fiatAmount,
  holdsCapture,
  payoutBehind,
  type SessionFacts,
  sessionFacts,
  storeSessionData,
} from "../../medusa/payment-sessions"
import { connectionIdOf } from "../../modules/crypto-payments/connections/configured"
import { cryptoPaymentsInstance } from "../../modules/crypto-payments/instance"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { CREATE_DEADLINE_MS } from "../../store-api/client"
import { confirmSession } from "../../workflows/confirm-checkout/confirm-session"
import { refuseTestCoins } from "../../workflows/connections/account-standing"
import { contextOf } from "../../workflows/context"
import { requestPayment } from "../../workflows/create-payment/request-payment"
import { EVENT_RECEIVED, PAYMENT_EVENT_NAMES, paymentEventData } from "../../workflows/notify-store/store-events"
import { receiveEvent } from "../../workflows/receive-event/receive-event"
import { patience, payerIp, requestContext } from "../../workflows/request-context"
import { appContainer } from "./app-container"
import { withMedusaErrors } from "./medusa-errors"
import { readSessionData, sessionData } from "./session-data"

type Cradle = {
  configModule: { modules?: Record<string, unknown> }
  [Modules.EVENT_BUS]?: IEventBusModuleService
}

/** Medusa's payment provider over our module: it asks, translates and decides nothing about money itself. */
export class CryptoPaymentProvider extends AbstractPaymentProvider<ConnectionOptions> {
  static override identifier = "crypto"

  /** Called while the server starts: wrong options stop it with a sentence for each. What is missing the admin enters. */
  static override validateOptions(options: Record<string, unknown>): void {
    parseConfiguredSettings(options)
  }

  readonly #cradle: Cradle
  readonly #connectionId: string
  readonly #backendUrl: string | undefined
  readonly #payerIp: ConnectionSettings["payerIp"]

  constructor(cradle: Cradle, options: ConnectionOptions) {
    super(cradle as unknown as Record<string, unknown>, options)
    this.#cradle = cradle
    this.#connectionId = connectionIdOf(cradle.configModule, options)
    const config = parseConfiguredSettings(options, this.#connectionId)
    this.#backendUrl = config.backendUrl
    this.#payerIp = config.payerIp ?? DEFAULT_SETTINGS.payerIp
  }

  override initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    return withMedusaErrors(async () => {
      const amount = fiatAmount(input.amount, input.currency_code)
      const choice = await this.#choice(input.data)
      // Medusa writes the id over whatever the shopper's data has there.
      const session = await sessionFacts(readSessionData(input.data).sessionId)
      const payable = await this.#payable(session.collectionId)
      const refusal = payable && refusalToOpen(payable, true)
      if (refusal) throw new CryptoPaymentError(refusal)
      if (payable) {
        refuseUnowed(payable, amount)
        const { id, orderId } = payable.collection
        const order = { payment_collection_id: id, order_id: orderId }
        await refuseTestCoins(contextOf(appContainer()), this.#connectionId, order)
      }
      const payment = await this.#request({ ...session, amount }, choice, payable?.collection)
      if (payable?.order && !isPaid(payment.status)) {
        // Asking takes a while, and the order may be paid or canceled by now.
        const now = await readPayable(appContainer(), session.collectionId)
        if (now) refuseUnowed(now, amount)
      }
      return { id: payment.external_id, data: this.#view(payment), status: PaymentSessionStatus.PENDING }
    })
  }

  /** No core flow calls this today; it is how a live session gets another asset, amount or quote. */
  override updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    return withMedusaErrors(async () => {
      const current = await this.#payment(input.data)
      // The order does not owe the amount (workflows/review-order/review-order.ts).
      if (input.data?.withdrawn === true) return { data: { ...this.#view(current), address: null, uri: null } }
      const amount = fiatAmount(input.amount, input.currency_code)
      const session = await sessionFacts(current.session_id ?? undefined)
      const choice = await this.#choice(input.data)
      return { data: this.#view(await this.#request({ ...session, amount }, choice)) }
    })
  }

  /**
   * Answers `captured` from our own verified row only; nothing in the session's data can say so. Unpaid,
   * the order is either placed now and waits (`checkout`), or not placed before it is paid (`payment`).
   */
  override authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    return withMedusaErrors(async () => {
      const session = await sessionFacts(input.context?.idempotency_key)
      const module = cryptoPaymentsInstance()
      const found = await confirmSession(contextOf(appContainer()), {
        ...session,
        connectionId: this.#connectionId,
        payerIp: payerIp(this.#payerIp),
      })
      const data = this.#view(found.payment)
      // Written before there is an order, so that a crash loses no note. An order that is settled now asked when it was placed.
      const isNoted = session.orderWaits && isJudged(session.id, found.payment.external_id)
      if (!isNoted) await module.notes.askFor(found.payment.id, new Date(noteAfter(Date.now())))
      if (found.paid) await refuseCapture(appContainer(), found.payment, session.id, session.amount)
      if (found.justCompleted) {
        await this.#emit(PAYMENT_EVENT_NAMES.completed, paymentEventData(found.payment), ofPayment(found.payment))
      }
      const settings = await module.settingsOf(this.#connectionId)
      if (!found.paid && !settings) throw new CryptoPaymentError("payment_method_unavailable")
      const places = found.paid || settings?.orderPlacement === "checkout"
      // Where an order is placed by this, its mode is this payment's.
      if (places && !session.orderWaits) {
        await module.payments.patch(found.payment.id, { confirmed_at: new Date() }, new Date())
      }
      if (found.paid) return { status: PaymentSessionStatus.CAPTURED, data }
      if (places) return { status: PaymentSessionStatus.PENDING_AUTHORIZATION, data }
      if (found.renewed) await storeSessionData(session, data)
      throw new MedusaError(
        MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
        "The order is placed as soon as the payment arrives. Pay the shown amount to the shown address.",
        "payment_not_completed",
      )
    })
  }

  /** The money moved when the shopper sent it; this only confirms that it did. */
  override capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    return withMedusaErrors(async () => {
      const payment = await this.#payment(input.data)
      if (!isPaid(payment.status)) throw new CryptoPaymentError("payment_not_completed")
      return { data: this.#view(payment) }
    })
  }

  /** An unpaid request is left to run out, watched. One that really cleared must stay on the books. */
  override cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return withMedusaErrors(async () => {
      const payment = await this.#payment(input.data)
      if (isPaid(payment.status)) throw new CryptoPaymentError("payment_completed")
      return { data: this.#view(payment) }
    })
  }

  /**
   * The session goes; the address was shown and is watched all the same. One that holds captured money stays, since
   * refunds and the order's ledger are told by it. Data without the token of a payment is of a session that shows none.
   */
  override deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return withMedusaErrors(async () => {
      const { sessionId } = readSessionData(input.data)
      const shown = sessionId && (await this.#shown(input.data))
      if (shown) {
        if (await holdsCapture(sessionId)) throw new CryptoPaymentError("payment_completed")
        const { payments } = cryptoPaymentsInstance()
        await payments.supersedeSession(sessionId, new Date(), shown.payment_collection_id)
      }
      return { data: input.data ?? {} }
    })
  }

  /** Software cannot send the money back: only the refund that is made for a recorded payout goes through. */
  override refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    return withMedusaErrors(async () => {
      const payment = await this.#payment(input.data)
      const refundId = input.context?.idempotency_key
      const { minor } = fiatAmount(input.amount, payment.currency)
      const { payouts } = cryptoPaymentsInstance()
      const payout = refundId === undefined ? undefined : await payoutBehind(refundId)
      const recorded =
        payout !== undefined &&
        (await payouts.claimPayout(payout, payment.id, String(minor), refundId as string, new Date()))
      if (!recorded) throw new CryptoPaymentError("refund_by_hand")
      return { data: input.data ?? {} }
    })
  }

  override retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return withMedusaErrors(async () => ({ data: this.#view(await this.#payment(input.data)) }))
  }

  override getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    return withMedusaErrors(async () => {
      const payment = await this.#payment(input.data)
      const status = isPaid(payment.status) ? PaymentSessionStatus.CAPTURED : PaymentSessionStatus.PENDING
      return { status, data: this.#view(payment) }
    })
  }

  /**
   * Core's own webhook route. The event is verified and stored as on ours and worked on by the same
   * workflow, so core itself is told that there is nothing to do: its own processing has traps for
   * payments whose session is gone.
   */
  override async getWebhookActionAndData(payload: ProviderWebhookPayload["payload"]): Promise<WebhookActionResult> {
    // Core keeps no bytes of a content type that it does not know.
    const bytes = payload.rawData as string | Buffer | undefined
    const raw = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes ?? "")
    const headers = payload.headers as Record<string, string | string[] | undefined>
    const reception = await receiveEvent(contextOf(appContainer()), this.#connectionId, raw, headers)
    if (reception.status !== 200) {
      cryptoPaymentsInstance().log("event_refused", { connection_id: this.#connectionId, reason: reception.code })
    } else if (reception.dueEventId) {
      await this.#emit(EVENT_RECEIVED, { id: reception.dueEventId }, { event_id: reception.dueEventId })
    }
    return { action: PaymentActions.NOT_SUPPORTED, data: { session_id: "", amount: new BigNumber(0) } }
  }

  /** What a bus that is down loses here, the sweep finds: the rows are written before. */
  async #emit(name: string, data: object, about: LogFacts): Promise<void> {
    try {
      await this.#cradle[Modules.EVENT_BUS]?.emit({ name, data })
    } catch (error) {
      const facts = { connection_id: this.#connectionId, ...about, event_name: name, error }
      cryptoPaymentsInstance().log("event_not_emitted", facts)
    }
  }

  /**
   * What the shopper chose. Data that came from a session before (core restores one that way) names the
   * chain as the service did, which need not be a word one can ask for.
   */
  async #choice(data: Record<string, unknown> | undefined): Promise<AssetChoice> {
    const parsed = parseAssetChoice({ asset: data?.asset, chain: data?.chain })
    if (parsed.ok) return parsed.choice
    const shown = await this.#shown(data)
    if (shown && shown.asset === data?.asset && shown.chain === data?.chain) return choiceOf(shown)
    throw new CryptoPaymentError(parsed.problem)
  }

  /** What the route has read of this collection already, or else afresh. */
  async #payable(collectionId: string): Promise<Payable | undefined> {
    const read = requestContext()?.payable
    return read?.collection.id === collectionId ? read : readPayable(appContainer(), collectionId)
  }

  #request(
    session: SessionFacts,
    choice: AssetChoice,
    known: { cartId: string | null; orderId: string | null } = { cartId: null, orderId: null },
  ): Promise<PaymentRow> {
    const wish = {
      connectionId: this.#connectionId,
      collectionId: session.collectionId,
      sessionId: session.id,
      cartId: known.cartId,
      orderId: known.orderId,
      amount: session.amount,
      choice,
      payerIp: payerIp(this.#payerIp),
      patienceMs: patience(CREATE_DEADLINE_MS, Date.now()),
    }
    return requestPayment(contextOf(appContainer()), wish)
  }

  async #payment(data: Record<string, unknown> | undefined): Promise<PaymentRow> {
    const found = await this.#shown(data)
    if (!found) throw new CryptoPaymentError("unknown_payment")
    return found
  }

  /** The payment whose token the data holds: an id alone is anybody's to write. */
  async #shown(data: Record<string, unknown> | undefined): Promise<PaymentRow | undefined> {
    const { token } = readSessionData(data)
    const found = token === undefined ? undefined : await cryptoPaymentsInstance().payments.byToken(token)
    return found?.connection_id === this.#connectionId ? found : undefined
  }

  #view = (payment: PaymentRow): Record<string, unknown> => sessionData(payment, this.#backendUrl)
}
