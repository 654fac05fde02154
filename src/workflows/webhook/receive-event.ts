import type { Span } from "@medusajs/framework/opentelemetry/api"
import { Modules } from "@medusajs/framework/utils"
import { accountIn } from "../../core/connection/account"
import { SANDBOX_SECRET } from "../../core/connection/settings"
import { decideEventRetry, eventAttention } from "../../core/payment/attention"
import { isPaid } from "../../core/payment/lifecycle"
import { errorLine, ofEvent, ofPayment } from "../../core/text/log-lines"
import {
  type AcceptedEventCode,
  eventDigest,
  parseEvent,
  type ServiceEvent,
  secretTag,
  type UnverifiedCode,
  verifySignature,
  type WebhookRefusal,
  webhookRefusal,
} from "../../core/webhook/event"
import { type Connection, isSecretProven, secretsInForce } from "../../modules/crypto-payments/connections/resolve"
import type { PaymentRow, WebhookEventRow } from "../../modules/crypto-payments/stores/rows"
import { failed, inSpan, tell } from "../../modules/crypto-payments/telemetry"
import { createBacklog } from "../concurrency"
import { type Context, oneStepWorkflow } from "../context"
import { markCompleted } from "../settle/record"
import { settleOrLog } from "../settle/settle-payment"
import { emitEventNeedsPerson, removeNotices } from "../store-events/notify"
import { EVENT_RECEIVED } from "../store-events/store-events"

/** The answer to a delivery: an HTTP status with a stable code. `dueEventId`: the stored event to process, if any. */
export type Reception = { status: 200; code: AcceptedEventCode; dueEventId: string | null } | WebhookRefusal

type Headers = Readonly<Record<string, string | string[] | undefined>>
type Delivery = { raw: Buffer; headers: Headers }

/** The largest accepted body, in bytes. */
export const MAX_EVENT_BYTES = 64 * 1024

/**
 * Verifies and stores an event; it is processed after the answer. Each process notes a refusal at most once a minute
 * for each connection and reason, so that forged deliveries do not fill the log or cause writes.
 * @param headers of the request, with names in lower case
 * @throws the database's error, because an event that was not stored must not be answered with 200
 */
export async function receiveEvent(
  context: Context,
  connectionId: string,
  raw: Buffer,
  headers: Headers,
): Promise<Reception> {
  const reception = await verifyAndStore(context, connectionId, { raw, headers })
  if (reception.status !== 200) await noteRefusal(context, connectionId, reception)
  return reception
}

const REFUSAL_NOTED_EVERY_MS = 60_000

async function noteRefusal(
  { store, clock, log }: Context,
  connection_id: string,
  { status, code: reason }: WebhookRefusal,
): Promise<void> {
  const now = clock()
  // The sender invents the name of an unknown connection, so it must not be kept in memory.
  const about = reason === "unknown_connection" ? reason : `${connection_id} ${reason}`
  if (!store.isTimeFor(about, REFUSAL_NOTED_EVERY_MS, now)) return
  log("event_refused", { connection_id, reason })
  // The connection's page shows the last delivery that could not be verified.
  if (status !== 401 && reason !== "endpoint_secret_missing") return
  await store.connections.patch(connection_id, { last_refused_at: now, last_refused_code: reason }, now)
}

/** The signature covers the raw bytes, so nothing is parsed before it is verified. An unknown kind changes nothing. */
async function verifyAndStore(context: Context, connectionId: string, delivery: Delivery): Promise<Reception> {
  const { store, clock } = context
  const { raw } = delivery
  const connection = await store.connection(connectionId)
  if (!connection) return webhookRefusal("unknown_connection")
  if (raw.length > MAX_EVENT_BYTES) return webhookRefusal("event_too_large")

  const verified = await verify(context, connection, delivery)
  if (verified.problem) return webhookRefusal(verified.problem)

  await noteProvenSecret(context, verified)
  const parsed = parseEvent(raw)
  if (!parsed.ok) return webhookRefusal(parsed.problem)

  const { event } = parsed
  const ignored = event.handled === null
  const testOnly = isTestOnly(verified)
  const stored = await store.events.store(
    {
      connectionId,
      ignored,
      testOnly,
      digest: eventDigest(raw, event, testOnly),
      kind: event.handled ?? event.kind,
      // PostgreSQL's text cannot store NUL, and JSON does not need it.
      body: raw.toString("utf8").replaceAll("\0", ""),
    },
    clock(),
  )
  const code = ignored ? "ignored" : stored.duplicate ? "duplicate" : "stored"
  return { status: 200, code, dueEventId: stored.due ? stored.id : null }
}

/** This process's copy of a connection may be seconds old. An event signed with a newer secret must not be refused. */
const REREAD_AFTER_MS = 1_000

type Verified = Awaited<ReturnType<typeof verify>>

/** @returns the connection as it was when the signature was compared with its secrets; `problemWith` compares others */
async function verify({ store, clock }: Context, connection: Connection, { raw, headers }: Delivery) {
  const now = clock()
  // Unix seconds of this server's own clock: nothing shared depends on it, and the database's clock may be wrong.
  const seconds = Math.floor((now.getTime() - store.databaseClock.offsetMs) / 1000)
  const compare = (connection: Connection) => {
    const header = headers[connection.signatureHeader.toLowerCase()]
    const signature = Array.isArray(header) ? header.join(",") : header
    const problemWith = (secrets: readonly string[]) => verifySignature(raw, signature, secrets, seconds)
    const secrets = secretsInForce(connection, now)
    const problem: UnverifiedCode | undefined = secrets.length === 0 ? "endpoint_secret_missing" : problemWith(secrets)
    return { connection, secrets, problem, problemWith }
  }
  const compared = compare(connection)
  if (compared.problem === undefined || compared.problem === "signature_stale") return compared
  const fresh = (await store.connection(connection.id, REREAD_AFTER_MS)) ?? connection
  return fresh === connection ? compared : compare(fresh)
}

/** Whether it is signed only with the sandbox's public secret: while test keys are used, anybody can send such an event. */
function isTestOnly({ secrets, problemWith }: Verified): boolean {
  const own = secrets.filter((secret) => secret !== SANDBOX_SECRET)
  return own.length < secrets.length && problemWith(own) !== undefined
}

/** Notes that the newest endpoint secret signed a delivery, for the connection's checklist. */
async function noteProvenSecret({ store, clock }: Context, { connection, problemWith }: Verified) {
  const newest = connection.given.endpointSecret?.[0]
  if (newest === undefined || isSecretProven(connection) || problemWith([newest])) return
  await store.connections.patch(connection.id, { endpoint_secret_proven: secretTag(newest) }, clock())
  store.forget(connection.id)
}

/**
 * Stores an event from core's webhook route and wakes our subscriber. If the event bus is down, the sweep finds the
 * event.
 */
export async function receiveAndAnnounce(
  context: Context,
  connectionId: string,
  raw: Buffer,
  headers: Headers,
): Promise<void> {
  const reception = await receiveEvent(context, connectionId, raw, headers)
  const event_id = reception.status === 200 && reception.dueEventId
  if (!event_id) return
  try {
    await announce(context, event_id)
  } catch (error) {
    context.log("event_not_emitted", { connection_id: connectionId, event_id, event_name: EVENT_RECEIVED, error })
  }
}

/** Wakes our subscriber on any instance, or processes the event here if the event bus is down. Never throws. */
export async function announceOrProcess(
  context: Context,
  about: { connection_id: string; event_id: string },
): Promise<void> {
  const { container, log } = context
  const { event_id } = about
  try {
    await announce(context, event_id)
  } catch (error) {
    log("event_bus_bypassed", { ...about, error })
    await ingestCryptoPaymentEventWorkflow(container)
      .run({ input: { event_id } })
      .catch((error: unknown) => log("event_failed", { ...about, error }))
  }
}

const announce = ({ container }: Context, eventId: string): Promise<void> =>
  container.resolve(Modules.EVENT_BUS).emit({ name: EVENT_RECEIVED, data: { id: eventId } })

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
  if (eventAttention({ ...event, nextAttemptAt: null })) await removeNotices(context, { eventId: event.id })
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
