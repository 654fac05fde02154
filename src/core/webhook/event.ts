import { createHash, createHmac, timingSafeEqual } from "node:crypto"

/** Largest difference between a delivery's timestamp and now, in seconds, as in the reference receiver. */
export const TOLERANCE_SECONDS = 300

/** Limits the work a forged header can cause. */
const MAX_HEADER_LENGTH = 4096
const MAC_HEX_LENGTH = 64

export type SignatureProblem = "signature_missing" | "signature_malformed" | "signature_stale" | "signature_mismatch"

/**
 * Reads the header `t=<unix seconds>,v1=<hex>[,v1=<hex>…]` (Store API, "Events"). Ignores other keys, so that the service
 * can add a scheme; refuses two different `t`, because signer and verifier could use different ones.
 * @returns undefined if it is malformed
 */
export function parseSignatureHeader(header: string): { timestamp: string; macs: string[] } | undefined {
  if (header.length > MAX_HEADER_LENGTH) return undefined
  let timestamp: string | undefined
  const macs: string[] = []
  for (let from = 0; from <= header.length; ) {
    const comma = header.indexOf(",", from)
    const end = comma < 0 ? header.length : comma
    const equals = header.indexOf("=", from)
    if (equals < 0 || equals > end) return undefined
    const key = header.slice(from, equals).trim()
    const value = header.slice(equals + 1, end).trim()
    from = end + 1
    if (key === "t") {
      if (!/^\d{1,12}$/.test(value) || (timestamp !== undefined && timestamp !== value)) return undefined
      timestamp = value
    } else if (key === "v1") {
      macs.push(value)
    }
  }
  return timestamp !== undefined && macs.length > 0 ? { timestamp, macs } : undefined
}

/** The lowercase hex HMAC-SHA-256 of `<timestamp>.<body>`. */
export const signatureOf = (timestamp: string, body: Buffer | string, secret: string): string =>
  createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")

/** Tells a secret from the one before it. Four hex digits of its SHA-256, so that they do not help to guess a secret. */
export const secretTag = (secret: string): string => createHash("sha256").update(secret).digest("hex").slice(0, 4)

/**
 * Verifies a delivery over its raw bytes. Checks the timestamp first, so a stale delivery costs no HMAC.
 * @param header the signature header's value; undefined if absent
 * @param secrets valid endpoint secrets; several during a rotation
 * @param nowSeconds unix time in seconds
 * @returns undefined if valid, otherwise the problem
 */
export function verifySignature(
  body: Buffer | string,
  header: string | undefined,
  secrets: readonly string[],
  nowSeconds: number,
): SignatureProblem | undefined {
  if (header === undefined || header === "") return "signature_missing"
  const parsed = parseSignatureHeader(header)
  if (!parsed) return "signature_malformed"
  // Written as `!(… <= …)` so that NaN is refused.
  if (!(Math.abs(nowSeconds - Number(parsed.timestamp)) <= TOLERANCE_SECONDS)) return "signature_stale"
  // No early exit: the time that a refusal takes must not show which secret or value was compared.
  let valid = false
  for (const secret of secrets) {
    if (secret === "") continue
    const expected = Buffer.from(signatureOf(parsed.timestamp, body, secret), "latin1")
    for (const mac of parsed.macs) {
      if (mac.length === MAC_HEX_LENGTH && timingSafeEqual(Buffer.from(mac, "latin1"), expected)) valid = true
    }
  }
  return valid ? undefined : "signature_mismatch"
}

/** An event of the service. The specification shows no body, so each piece is read from its usual places. */
export type ServiceEvent = {
  kind: string | null
  /** Which of its kinds we handle: `{type: "event", event: "payment.completed"}` has two kinds. Null if none. */
  handled: HandledKind | null
  /** The ids that may name the payment, the most specific first; the caller takes the first one it knows. */
  paymentIds: string[]
  /** The event's own id, the same on redelivery; null if it has none. */
  eventId: string | null
  /** A status word beside the payment, shown to people. */
  statusWord: string | null
  confirmations: number | null
}

/** The kinds that change a payment; any other kind is stored and changes nothing. */
const HANDLED_KINDS = ["payment.completed"] as const
export type HandledKind = (typeof HANDLED_KINDS)[number]

type EventProblem = "event_not_json" | "event_not_an_object"

/** The largest PostgreSQL integer. A larger count is stored as this one. */
export const MAX_CONFIRMATIONS = 2_147_483_647

/** Only names that Object.prototype lacks are read, so a read finds the sender's value or nothing. */
type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const NOTHING: Json = {}
const objectOr = (value: unknown): Json => (isObject(value) ? value : NOTHING)

/** An id or a word: text, or a whole number. Bounded, because it is stored and indexed. */
const text = (value: unknown): string | null => {
  if (Number.isSafeInteger(value)) return String(value)
  return typeof value === "string" && value.length > 0 && value.length <= 255 && !value.includes("\0") ? value : null
}

/** A loop, because it runs for every event, and a Set makes verifying 4 % slower. */
function texts(values: readonly unknown[]): string[] {
  const found: string[] = []
  for (const value of values) {
    const one = text(value)
    if (one !== null && !found.includes(one)) found.push(one)
  }
  return found
}

/** A payment as an object with its id, or only the id. */
const idOf = (payment: unknown): unknown =>
  isObject(payment) ? (payment.id ?? payment.payment_id ?? payment.paymentId) : payment

/** The places in an object that name only a payment. */
const idsIn = ({ payment, payment_id, paymentId }: Json) => [idOf(payment), payment_id, paymentId]

/**
 * A plain `id` counts only if no place names a payment, and the outermost only if no other `id` is there: it may be that
 * of a transfer or of the event, and equal to the id of another payment.
 */
function paymentIdsIn(body: Json, data: Json, object: Json): string[] {
  const named = texts([...idsIn(object), ...idsIn(data), ...idsIn(body)])
  if (named.length > 0) return named
  const id = text(object.id) ?? text(data.id) ?? text(body.id)
  return id === null ? [] : [id]
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** @param raw the body's bytes, already verified */
export function parseEvent(raw: Buffer): { ok: true; event: ServiceEvent } | { ok: false; problem: EventProblem } {
  let body: unknown
  try {
    // RFC 8259 8.1 allows ignoring a byte order mark; invalid UTF-8 spoils only its own field.
    body = JSON.parse(raw.toString("utf8").replace(/^\uFEFF/, ""))
  } catch {
    return { ok: false, problem: "event_not_json" }
  }
  if (!isObject(body)) return { ok: false, problem: "event_not_an_object" }
  const data = objectOr(body.data)
  // `{"object": "payment"}` only names the kind of thing that `data` is.
  const object = objectOr(data.object)
  const paymentIds = paymentIdsIn(body, data, object)
  const topLevelId = text(body.id)
  const isEvents = topLevelId !== null && paymentIds.length > 0 && !paymentIds.includes(topLevelId)
  const kinds = [body.type, body.event, body.kind].map(text).filter((kind) => kind !== null)
  const explicitId = texts([body.event_id, body.eventId])[0] ?? null
  const places = [objectOr(object.payment), object, objectOr(data.payment), data, objectOr(body.payment), body]
  const statusWord = texts(places.map((place) => place.status))[0] ?? null
  const confirmations = places.map((place) => place.confirmations).find(isCount)
  return {
    ok: true,
    event: {
      kind: kinds[0] ?? null,
      handled: HANDLED_KINDS.find((kind) => kinds.includes(kind)) ?? null,
      paymentIds,
      // A top-level `id` is the event's own only if the payment is named elsewhere, by another id.
      eventId: explicitId ?? (isEvents ? topLevelId : null),
      statusWord,
      confirmations: confirmations === undefined ? null : Math.min(confirmations, MAX_CONFIRMATIONS),
    },
  }
}

/** The service's payment ids in a stored event, most likely first, for people to compare. */
export function paymentIdsNamed(body: string): string[] {
  const parsed = parseEvent(Buffer.from(body))
  return parsed.ok ? parsed.event.paymentIds : []
}

/**
 * Identifies an event within its connection, in 64 lowercase hex digits: by its own id, or else by its bytes. Kind,
 * payment and status are included, in case a sender uses one id for two different events.
 * @param testOnly whether everybody could have signed it, so that it never stands for an event of the service
 */
export function eventDigest(raw: Buffer, event: ServiceEvent, testOnly = false): string {
  const hash = createHash("sha256")
  if (testOnly) hash.update("test\0")
  if (event.eventId === null) return hash.update("body\0").update(raw).digest("hex")
  const parts = [event.eventId, event.handled ?? event.kind ?? "", event.paymentIds[0] ?? "", event.statusWord ?? ""]
  return hash.update(`id\0${JSON.stringify(parts)}`).digest("hex")
}

/** The codes of an accepted delivery. It is answered with 200, because the event is in the database. */
export const ACCEPTED_EVENT_CODES = ["stored", "duplicate", "ignored"] as const

export type AcceptedEventCode = (typeof ACCEPTED_EVENT_CODES)[number]

/** Every refusal of a delivery: a stable code, the HTTP status, and what happened and what to do. */
export const WEBHOOK_REFUSALS = {
  event_not_json: [400, "The event's body is not a JSON object."],
  event_not_an_object: [400, "The event's body is not a JSON object."],
  signature_missing: [401, "The signature header is missing."],
  signature_malformed: [401, "The signature header is not of the form t=<unix seconds>,v1=<hex>."],
  signature_stale: [401, "The signature's timestamp is more than 300 seconds away from this server's clock."],
  signature_mismatch: [
    401,
    "No signature matches this endpoint's secret. Compare the secret with the merchant dashboard.",
  ],
  unknown_connection: [404, "No connection of this name is registered in this store."],
  event_too_large: [413, "An event is at most 64 kB."],
  endpoint_secret_missing: [503, "This store has no endpoint secret yet. Deliver the event again."],
  event_not_stored: [503, "The event was not stored. Deliver it again."],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type WebhookRefusalCode = keyof typeof WEBHOOK_REFUSALS

/** The refusals of a delivery that could not be verified. A connection keeps the last one. */
export type UnverifiedCode = SignatureProblem | "endpoint_secret_missing"

/** What to do about the last of them. */
export const REFUSAL_ADVICE: Readonly<Record<UnverifiedCode, string>> = {
  signature_missing: "Compare the name of the signature header with what the service sends.",
  signature_malformed: "Compare the name of the signature header with what the service sends.",
  signature_stale: "Check this server's clock. If it is right, the event came late.",
  signature_mismatch: "Compare the endpoint secret with the merchant dashboard.",
  endpoint_secret_missing: "Enter the endpoint secret, then let the service send the event again.",
}

export type WebhookRefusal = ReturnType<typeof webhookRefusal>
export function webhookRefusal(code: WebhookRefusalCode) {
  const [status, message] = WEBHOOK_REFUSALS[code]
  return { status, code, message }
}
