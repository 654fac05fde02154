import { Modules } from "@medusajs/framework/utils"
import { SANDBOX_SECRET } from "../../core/connection/settings"
import {
  type AcceptedEventCode,
  type UnverifiedCode,
  type WebhookRefusal,
  webhookRefusal,
} from "../../core/text/webhook-answers"
import { eventDigest, parseEvent } from "../../core/webhook/event"
import { secretTag, verifySignature } from "../../core/webhook/signature"
import { type Connection, isSecretProven, secretsInForce } from "../../modules/crypto-payments/connections/resolve"
import type { Context } from "../context"
import { EVENT_RECEIVED } from "../store-events/store-events"
import { ingestCryptoPaymentEventWorkflow } from "./ingest-event"

/** The answer to a delivery: an HTTP status with a stable code. `dueEventId`: the stored event to process, if any. */
export type Reception = { status: 200; code: AcceptedEventCode; dueEventId: string | null } | WebhookRefusal

type Headers = Readonly<Record<string, string | string[] | undefined>>
type Delivery = { raw: Buffer; headers: Headers }

/** The largest accepted body, in bytes. */
export const MAX_EVENT_BYTES = 64 * 1024

/**
 * Verifies and stores an event; it is processed after the answer. For each connection and reason a refusal is recorded
 * and logged at most once a minute; all unknown connections share one such limit.
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

/**
 * At most once a minute for each connection and reason, so that forged deliveries do not fill the log or cause writes.
 */
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

  await noteProvenSecret(context, verified.connection, delivery)
  const parsed = parseEvent(raw)
  if (!parsed.ok) return webhookRefusal(parsed.problem)

  const { event } = parsed
  const ignored = event.handled === null
  const testOnly = isTestOnly(context, verified.connection, delivery)
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

/** @returns the connection as it was when the signature was compared with its secrets */
async function verify({ store, clock }: Context, connection: Connection, delivery: Delivery) {
  const now = clock()
  const seconds = serverSeconds(store, now)
  const problem = problemOf(connection, delivery, now, seconds)
  if (problem === undefined || problem === "signature_stale") return { connection, problem }
  const fresh = (await store.connection(connection.id, REREAD_AFTER_MS)) ?? connection
  return { connection: fresh, problem: fresh === connection ? problem : problemOf(fresh, delivery, now, seconds) }
}

/**
 * Unix seconds of this server's own clock, with which a signature's timestamp is compared: nothing shared depends on it,
 * and the database's clock may be wrong.
 */
const serverSeconds = ({ databaseClock }: Context["store"], now: Date): number =>
  Math.floor((now.getTime() - databaseClock.offsetMs) / 1000)

/** @param seconds unix seconds of this server's clock */
function problemOf(connection: Connection, delivery: Delivery, now: Date, seconds: number): UnverifiedCode | undefined {
  const secrets = secretsInForce(connection, now)
  return secrets.length === 0 ? "endpoint_secret_missing" : signatureProblem(secrets, connection, delivery, seconds)
}

function signatureProblem(
  secrets: string[],
  { signatureHeader }: Connection,
  { raw, headers }: Delivery,
  seconds: number,
) {
  const header = headers[signatureHeader.toLowerCase()]
  const signature = Array.isArray(header) ? header.join(",") : header
  return verifySignature(raw, signature, secrets, seconds)
}

/** Whether only the secret that every sandbox has signed it: while test keys are used, anybody can send such an event. */
function isTestOnly({ store, clock }: Context, connection: Connection, delivery: Delivery): boolean {
  const now = clock()
  const secrets = secretsInForce(connection, now)
  if (!secrets.includes(SANDBOX_SECRET)) return false
  const own = secrets.filter((secret) => secret !== SANDBOX_SECRET)
  return signatureProblem(own, connection, delivery, serverSeconds(store, now)) !== undefined
}

/** Notes the first event that the newest endpoint secret signed, for the connection's checklist. */
async function noteProvenSecret({ store, clock }: Context, connection: Connection, delivery: Delivery) {
  const newest = connection.given.endpointSecret?.[0]
  if (newest === undefined || isSecretProven(connection)) return
  const now = clock()
  if (signatureProblem([newest], connection, delivery, serverSeconds(store, now))) return
  await store.connections.patch(connection.id, { endpoint_secret_proven: secretTag(newest) }, now)
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
    log("event_worked_on_here", { ...about, error })
    await ingestCryptoPaymentEventWorkflow(container)
      .run({ input: { event_id } })
      .catch((error: unknown) => log("event_failed", { ...about, error }))
  }
}

const announce = ({ container }: Context, eventId: string): Promise<void> =>
  container.resolve(Modules.EVENT_BUS).emit({ name: EVENT_RECEIVED, data: { id: eventId } })
