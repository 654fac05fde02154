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

export type EventProblem = "event_not_json" | "event_not_an_object"

/** More than any chain will ever have, and what a PostgreSQL integer holds; the count is shown, and decides nothing. */
export const MAX_CONFIRMATIONS = 2_147_483_647

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const at = (body: Json, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), body)

/** An id or a word: text, or a whole number as some services write ids. Bounded, since it is stored and indexed. */
const text = (value: unknown): string | null => {
  if (Number.isSafeInteger(value)) return String(value)
  return typeof value === "string" && value.length > 0 && value.length <= 255 && !value.includes("\0") ? value : null
}

const firstText = (body: Json, paths: readonly (readonly string[])[]): string | null => {
  for (const path of paths) {
    const found = text(at(body, path))
    if (found !== null) return found
  }
  return null
}

const KIND_PATHS = [["type"], ["event"], ["kind"]] as const

const PAYMENT_ID_PATHS = [
  ["data", "payment", "id"],
  ["data", "id"],
  ["data", "payment_id"],
  ["data", "paymentId"],
  ["payment", "id"],
  ["payment_id"],
  ["paymentId"],
] as const

const STATUS_PATHS = [["data", "payment", "status"], ["data", "status"], ["payment", "status"], ["status"]] as const
const CONFIRMATION_PATHS = [
  ["data", "payment", "confirmations"],
  ["data", "confirmations"],
  ["payment", "confirmations"],
  ["confirmations"],
] as const

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
  const named = PAYMENT_ID_PATHS.map((path) => text(at(body, path))).filter((id) => id !== null)
  const topLevelId = text(body.id)
  const paymentIds = [...new Set(topLevelId === null ? named : [...named, topLevelId])]
  const confirmations = CONFIRMATION_PATHS.map((path) => at(body, path)).find(
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
  )
  const kinds = KIND_PATHS.map((path) => text(at(body, path))).filter((kind) => kind !== null)
  return {
    ok: true,
    event: {
      kind: kinds[0] ?? null,
      kinds,
      paymentIds,
      eventId: ownId(body, named, topLevelId),
      statusWord: firstText(body, STATUS_PATHS),
      confirmations: confirmations === undefined ? null : Math.min(confirmations, MAX_CONFIRMATIONS),
    },
  }
}

/** A top-level `id` is the event's own only where the payment is named elsewhere, and otherwise. */
function ownId(body: Json, named: readonly string[], topLevelId: string | null): string | null {
  const explicit = firstText(body, [["event_id"], ["eventId"]])
  if (explicit !== null) return explicit
  return topLevelId !== null && named.length > 0 && !named.includes(topLevelId) ? topLevelId : null
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
