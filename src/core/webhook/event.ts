import { createHash } from "node:crypto"

/**
 * Reads the body of an event. The specification names the kind `payment.completed` and shows no body
 * shape, so each piece is taken wherever it is commonly put; what is not understood changes nothing.
 */
export type ServiceEvent = {
  /** The first kind that the service wrote, or null where there is none. */
  kind: string | null
  /** Every kind it wrote, wherever: `{type: "event", event: "payment.completed"}` is one of the latter. */
  kinds: string[]
  /** Where the body may name a payment, most telling first; the caller takes the first one it knows. */
  paymentIds: string[]
  /** The event's own id, which stays the same when it is delivered again; null where there is none. */
  eventId: string | null
  /** A status word beside the payment, as a help to people. */
  statusWord: string | null
  confirmations: number | null
}

/**
 * The kinds that change a payment; any other kind is stored and changes nothing. To add one, name it here and give it a
 * handler in workflows/receive-event/ingest-event.ts, which the compiler then asks for.
 */
const HANDLED_KINDS = ["payment.completed"] as const
export type HandledKind = (typeof HANDLED_KINDS)[number]

export const handledKindOf = ({ kinds }: ServiceEvent): HandledKind | undefined =>
  HANDLED_KINDS.find((kind) => kinds.includes(kind))

export type EventProblem = "event_not_json" | "event_not_an_object"

/** More than any chain will ever have, and what a PostgreSQL integer holds; the count is shown, and decides nothing. */
export const MAX_CONFIRMATIONS = 2_147_483_647

/**
 * The names that are looked at. None of them is on Object.prototype, and JSON.parse makes a plain field of everything
 * it reads, `__proto__` included, so reading one finds what was written or nothing.
 */
type Json = {
  readonly [name in
    | "id"
    | "type"
    | "event"
    | "kind"
    | "event_id"
    | "eventId"
    | "payment_id"
    | "paymentId"
    | "data"
    | "payment"
    | "status"
    | "confirmations"]?: unknown
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const NOTHING: Json = {}
const objectOr = (value: unknown): Json => (isObject(value) ? value : NOTHING)

/** An id or a word: text, or a whole number as some services write ids. Bounded, since it is stored and indexed. */
const text = (value: unknown): string | null => {
  if (Number.isSafeInteger(value)) return String(value)
  return typeof value === "string" && value.length > 0 && value.length <= 255 && !value.includes("\0") ? value : null
}

/** Those that are an id or a word, each once, in their order. */
function texts(values: readonly unknown[]): string[] {
  const found: string[] = []
  for (const value of values) {
    const one = text(value)
    if (one !== null && !found.includes(one)) found.push(one)
  }
  return found
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** @param raw the body's bytes, already verified */
export function parseEvent(raw: Buffer): { ok: true; event: ServiceEvent } | { ok: false; problem: EventProblem } {
  let body: unknown
  try {
    // A byte order mark may be passed over (RFC 8259 8.1); bytes that are no UTF-8 spoil only their own field.
    body = JSON.parse(raw.toString("utf8").replace(/^\uFEFF/, ""))
  } catch {
    return { ok: false, problem: "event_not_json" }
  }
  if (!isObject(body)) return { ok: false, problem: "event_not_an_object" }
  const data = objectOr(body.data)
  const inData = objectOr(data.payment)
  const beside = objectOr(body.payment)
  const named = texts([inData.id, data.id, data.payment_id, data.paymentId, beside.id, body.payment_id, body.paymentId])
  const topLevelId = text(body.id)
  const isNew = topLevelId !== null && !named.includes(topLevelId)
  const kinds = [body.type, body.event, body.kind].map(text).filter((kind) => kind !== null)
  const explicitId = texts([body.event_id, body.eventId])[0] ?? null
  const places = [inData, data, beside, body]
  const statusWord = texts(places.map((place) => place.status))[0] ?? null
  const confirmations = places.map((place) => place.confirmations).find(isCount)
  return {
    ok: true,
    event: {
      kind: kinds[0] ?? null,
      kinds,
      paymentIds: isNew ? [...named, topLevelId] : named,
      // A top-level `id` is the event's own only where the payment is named elsewhere, and otherwise.
      eventId: explicitId ?? (isNew && named.length > 0 ? topLevelId : null),
      statusWord,
      confirmations: confirmations === undefined ? null : Math.min(confirmations, MAX_CONFIRMATIONS),
    },
  }
}

/**
 * What the body of a stored event may mean by its payment, as the service names it, for people to compare.
 * @returns the most telling first; none where the body names none. The event's own id is left out where another is named
 */
export function paymentIdsNamed(body: string): string[] {
  const parsed = parseEvent(Buffer.from(body, "utf8"))
  if (!parsed.ok) return []
  const { paymentIds, eventId } = parsed.event
  const others = paymentIds.filter((id) => id !== eventId)
  return others.length > 0 ? others : paymentIds
}

/**
 * What makes an event one of a kind within its connection: its own id where it has one, else its bytes.
 * Kind, payment and status are mixed in, so that a careless sender who uses one id for two facts loses
 * neither of them.
 * @returns 64 lowercase hex digits
 */
export function eventDigest(raw: Buffer, event: ServiceEvent): string {
  const hash = createHash("sha256")
  if (event.eventId === null) return hash.update("body\0").update(raw).digest("hex")
  const parts = [event.eventId, event.kind ?? "", event.paymentIds[0] ?? "", event.statusWord ?? ""]
  return hash.update(`id\0${JSON.stringify(parts)}`).digest("hex")
}
