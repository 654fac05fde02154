import type { Span } from "@medusajs/framework/opentelemetry/api"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { eventAttention } from "../../core/payment/attention"
import type { AttentionReason } from "../../core/payment/attention-reasons"
import { MAX_UNMATCHED_ATTEMPTS, nextAttemptIn } from "../../core/payment/retry-policy"
import { ofEvent, ofPayment } from "../../core/text/log-lines"
import { errorLine } from "../../core/text/redact"
import { type HandledKind, handledKindOf, parseEvent, type ServiceEvent } from "../../core/webhook/event"
import type { PaymentRow, WebhookEventRow } from "../../modules/crypto-payments/stores/rows"
import { failed, inSpan, tell } from "../../modules/crypto-payments/tracing"
import { createBacklog } from "../concurrency"
import { type Context, contextOf } from "../context"
import { tellStore, tellStoreOfEvent } from "../notify-store/notify-store"
import { PAYMENT_EVENT_NAMES } from "../notify-store/store-events"
import { type SettleResult, settlePayment } from "../settle/settle-payment"

type Ingested = { state: "busy" | WebhookEventRow["state"] }
type IngestResult = Ingested & {
  /** What is to be settled now. */
  paid?: PaymentRow
}

/**
 * Works on one stored event: finds its payment and marks it completed, so that the shopper is told. Safe to call again.
 * @returns with the payment, where the event is processed, for the caller to settle when it suits
 */
export async function ingestEvent(context: Context, eventId: string): Promise<IngestResult> {
  const { store, clock } = context
  const now = clock()
  const stored = await store.events.claim(eventId, now)
  if (!stored) return { state: "busy" }
  return inSpan("ingest", { event_id: stored.id, connection_id: stored.connection_id }, async (span) => {
    const result = await workOn(context, stored, span)
    if (result.state !== "failed") tell(span, { outcome: result.state })
    return result
  })
}

async function workOn(context: Context, stored: WebhookEventRow, span: Span): Promise<IngestResult> {
  const { store, clock, log } = context
  const now = clock()
  let payment: PaymentRow | undefined
  try {
    const parsed = parseEvent(Buffer.from(stored.body, "utf8"))
    if (!parsed.ok) throw new Error(parsed.problem)
    payment = await findPayment(context, stored.connection_id, parsed.event)
    if (!payment) return await unmatched(context, stored)
    tell(span, ofPayment(payment))
    log("event_received", { ...ofPayment(payment), event_id: stored.id })
    const kind = handledKindOf(parsed.event)
    if (kind) await HANDLERS[kind](context, stored, parsed.event, payment)
    // From here the payment's own row carries the work on, so the event is done whatever settling says.
    await store.events.finish(stored, payment.id, now)
    return { state: "processed", paid: payment }
  } catch (error) {
    const line = errorLine(error, store.secrets())
    const about = { ...(payment && ofPayment(payment)), ...ofEvent(stored) }
    failed(span, error)
    log("event_failed", { ...about, attempt: stored.attempts, error })
    const next_attempt_at = new Date(now.getTime() + nextAttemptIn(stored.attempts))
    await store.events.putBack(stored, { state: "failed", last_error: line, next_attempt_at }, now)
    if (!needsPerson(stored.state, stored.attempts - 1) && needsPerson("failed", stored.attempts)) {
      log("event_needs_attention", { ...about, reason: "event_failed" satisfies AttentionReason })
      await tellStoreOfEvent(context, stored, "event_failed")
    }
    return { state: "failed" }
  }
}

/** Whether it was a person's business already, after that many attempts, that this event breaks. */
const needsPerson = (state: WebhookEventRow["state"], attempts: number): boolean =>
  eventAttention({ state, attempts, nextAttemptAt: null }) === "event_failed"

async function findPayment(context: Context, connectionId: string, event: ServiceEvent) {
  const { store } = context
  for (const id of event.paymentIds) {
    const payment = await store.payments.byExternalId(connectionId, id)
    if (payment) return payment
  }
  return undefined
}

async function complete(
  context: Context,
  stored: WebhookEventRow,
  event: ServiceEvent,
  payment: PaymentRow,
): Promise<void> {
  const { store, clock, log } = context
  const now = clock()
  const completed = await store.payments.move(
    payment.id,
    "service_completed",
    {
      completed_at: now,
      completed_by: `event ${stored.id}`,
      next_check_at: now,
      leased_until: null,
      remote_status: event.statusWord ?? "completed",
      ...(event.confirmations === null ? {} : { confirmations: event.confirmations }),
    },
    now,
  )
  if (!completed) return
  log("payment_completed", { ...ofPayment(completed), by: "event", event_id: stored.id })
  await tellStore(context, PAYMENT_EVENT_NAMES.completed, completed)
}

type Handler = (context: Context, stored: WebhookEventRow, event: ServiceEvent, payment: PaymentRow) => Promise<void>

const HANDLERS: Record<HandledKind, Handler> = { "payment.completed": complete }

/** Perhaps our row is just being written, so it is tried a few times; then a person must compare. */
async function unmatched(context: Context, stored: WebhookEventRow): Promise<IngestResult> {
  const { store, clock, log } = context
  const now = clock()
  const last = stored.attempts >= MAX_UNMATCHED_ATTEMPTS
  const next_attempt_at = last ? null : new Date(now.getTime() + nextAttemptIn(stored.attempts))
  const last_error = "unknown_payment" satisfies AttentionReason
  await store.events.putBack(stored, { state: "unmatched", last_error, next_attempt_at }, now)
  if (stored.attempts === 1) log("event_unmatched", ofEvent(stored))
  if (last) {
    log("event_needs_attention", { ...ofEvent(stored), reason: "unknown_payment" satisfies AttentionReason })
    await tellStoreOfEvent(context, stored, "unknown_payment")
  }
  return { state: "unmatched" }
}

/**
 * Settles what an event completed. Never throws, since the event is done: what breaks here is that the database is not to
 * be had, and the row is due, for a sweep to find.
 * @returns undefined where it broke
 */
export async function settleCompleted(context: Context, payment: PaymentRow): Promise<SettleResult | undefined> {
  const { log } = context
  try {
    return await settlePayment(context, payment.id)
  } catch (error) {
    log("settling_failed", { ...ofPayment(payment), error })
    return undefined
  }
}

/**
 * One block confirms many payments at once, and each settling keeps this process busy. So it is left behind: the bus goes
 * on, with Redis one event at a time, and every shopper is told at once that the money is there. The orders are captured
 * in turns, so that the first need not wait for the last and the shop keeps connections to its database; a sweep has as
 * many turns of its own. Who waits holds no lease: whatever becomes of this process, a sweep gets to it, and where many
 * wait already the next is left to it from the start.
 */
const SETTLED_AT_ONCE = 4
const MOST_WAITING = 100
const settleLater = createBacklog(SETTLED_AT_ONCE, MOST_WAITING)

const ingestEventStep = createStep(
  "ingest-crypto-payment-event-step",
  async (input: { event_id: string }, { container }) => {
    const { state, paid } = await ingestEvent(contextOf(container), input.event_id)
    // By the time when its turn has come, since a lease begins then.
    if (paid) settleLater(() => settleCompleted(contextOf(container), paid))
    return new StepResponse<Ingested, Ingested>({ state })
  },
)

/** Works on one stored event of the service. */
export const ingestCryptoPaymentEventWorkflow = createWorkflow(
  "ingest-crypto-payment-event",
  (input: { event_id: string }) => new WorkflowResponse(ingestEventStep(input)),
)
