import type { Span } from "@medusajs/framework/opentelemetry/api"
import { accountIn } from "../../core/connection/account"
import { decideEventRetry, eventAttention } from "../../core/payment/attention"
import { isPaid } from "../../core/payment/lifecycle"
import { ofEvent, ofPayment } from "../../core/text/log-lines"
import { errorLine } from "../../core/text/redact"
import { parseEvent, type ServiceEvent } from "../../core/webhook/event"
import type { PaymentRow, WebhookEventRow } from "../../modules/crypto-payments/stores/rows"
import { failed, inSpan, tell } from "../../modules/crypto-payments/telemetry"
import { createBacklog } from "../concurrency"
import { type Context, oneStepWorkflow } from "../context"
import { markCompleted } from "../settle/record"
import { settleOrLog } from "../settle/settle-payment"
import { emitEventNeedsPerson, withdrawNotices } from "../store-events/notify"

type Ingested = { state: "busy" | WebhookEventRow["state"] }
/** `paid` is the payment to settle now, if the event says that it is paid. */
type IngestResult = Ingested & { paid?: PaymentRow | undefined }

/**
 * Processes one stored event: finds its payment and marks it as completed, so that the shopper sees it. Idempotent.
 * @returns the payment that the caller must settle, if the event was processed
 */
export async function ingestEvent(context: Context, eventId: string): Promise<IngestResult> {
  const { store, clock } = context
  const event = await store.events.claim(eventId, clock())
  if (!event) return { state: "busy" }
  return inSpan("ingest", { event_id: event.id, connection_id: event.connection_id }, async (span) => {
    const result = await workOn(context, event, span)
    if (result.state !== "failed") tell(span, { outcome: result.state })
    return result
  })
}

async function workOn(context: Context, event: WebhookEventRow, span: Span): Promise<IngestResult> {
  const { log } = context
  let payment: PaymentRow | undefined
  try {
    const parsed = parseEvent(Buffer.from(event.body, "utf8"))
    if (!parsed.ok) throw new Error(parsed.problem)
    payment = await findPayment(context, event.connection_id, parsed.event)
    if (!payment) return await withoutPayment(context, event, parsed.event)
    // Anybody can send it, and a lookup finds what is true.
    if (event.test_only && !payment.test_mode) return await finish(context, event, null)
    tell(span, ofPayment(payment))
    log("event_received", { ...ofPayment(payment), event_id: event.id })
    const { handled, statusWord, confirmations } = parsed.event
    const paid = handled === "payment.completed" ? payment : undefined
    if (paid) {
      const said = { remote_status: statusWord ?? "completed", ...(confirmations !== null && { confirmations }) }
      await markCompleted(context, paid, said, event.id)
    }
    // From here on the payment's row says what to do, so the event is done even if settling fails.
    return { ...(await finish(context, event, payment.id)), paid }
  } catch (error) {
    failed(span, error)
    return retryLater(context, event, payment, error)
  }
}

async function findPayment({ store }: Context, connectionId: string, event: ServiceEvent) {
  for (const id of event.paymentIds) {
    const payment = await store.payments.byExternalId(connectionId, id)
    if (payment) return payment
  }
  return undefined
}

/** Another connection of the same account may have asked for the payment. It gets its own event, or asks in the next sweep. */
async function withoutPayment(context: Context, event: WebhookEventRow, parsed: ServiceEvent): Promise<IngestResult> {
  const { store, clock } = context
  const payment = await paymentOfSameAccount(context, event, parsed)
  if (payment?.completed_at) return finish(context, event, null)
  // Of money that a person handled before the service reported it, the unmatched event tells a person.
  if (payment && !isPaid(payment.status))
    await store.payments.patch(payment.id, { next_check_at: clock() }, clock(), payment.status)
  return unmatched(context, event)
}

/** The payment that another connection with the same keys asked for. */
async function paymentOfSameAccount(
  context: Context,
  { connection_id, test_only }: WebhookEventRow,
  event: ServiceEvent,
) {
  const { store } = context
  const account = accountIn((await store.connection(connection_id))?.given ?? {})?.fingerprint
  if (account === undefined) return undefined
  for (const other of store.connectionIds()) {
    const payment = other === connection_id ? undefined : await findPayment(context, other, event)
    if (payment?.account === account && (payment.test_mode || !test_only)) return payment
  }
  return undefined
}

/** @param paymentId null if there is nothing to do */
async function finish(context: Context, event: WebhookEventRow, paymentId: string | null): Promise<Ingested> {
  const { store, clock } = context
  await store.events.finish(event, paymentId, clock())
  // The claim set the next attempt, so only the state says whether the event waited for a person.
  if (eventAttention({ ...event, nextAttemptAt: null })) await withdrawNotices(context, { eventId: event.id })
  return { state: paymentId === null ? "ignored" : "processed" }
}

async function unmatched(context: Context, event: WebhookEventRow): Promise<IngestResult> {
  const { store, clock, log } = context
  const now = clock()
  const { reason, nextAttemptAt: next_attempt_at, needsPerson } = decideEventRetry(event, "unmatched", now)
  await store.events.release(event, { state: "unmatched", last_error: reason, next_attempt_at }, now)
  if (event.attempts === 1) log("event_unmatched", ofEvent(event))
  if (needsPerson) await emitEventNeedsPerson(context, event, reason)
  return { state: "unmatched" }
}

async function retryLater(
  context: Context,
  event: WebhookEventRow,
  payment: PaymentRow | undefined,
  error: unknown,
): Promise<IngestResult> {
  const { store, clock, log } = context
  const now = clock()
  const about = payment && ofPayment(payment)
  log("event_failed", { ...about, ...ofEvent(event), attempt: event.attempts, error })
  const { reason, nextAttemptAt: next_attempt_at, needsPerson } = decideEventRetry(event, "failed", now)
  const last_error = errorLine(error, store.secrets())
  await store.events.release(event, { state: "failed", last_error, next_attempt_at }, now)
  if (needsPerson) await emitEventNeedsPerson(context, event, reason, about)
  return { state: "failed" }
}

/** One block may confirm many payments. */
const SETTLED_AT_ONCE = 4
const MOST_WAITING = 100
/**
 * Settles in the background. Queued payments hold no lease, so if this process dies, or the queue is full, the next
 * sweep settles them.
 */
const settleLater = createBacklog(SETTLED_AT_ONCE, MOST_WAITING)

/** A server that stops waits for events and settlements that run, and leaves queued ones to the next sweep. */
const ingestAndSettle = (context: Context, { event_id }: { event_id: string }): Promise<Ingested> =>
  context.store.drain.run(async () => {
    const { state, paid } = await ingestEvent(context, event_id)
    if (paid) settleLater(() => settleOrLog(context, paid))
    return { state }
  })

export const ingestCryptoPaymentEventWorkflow = oneStepWorkflow("ingest-crypto-payment-event", ingestAndSettle)
