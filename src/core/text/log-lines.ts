/** Every log line by its stable code, with level and words. docs/reference.md says what to do about each. */
export const LOG_LINES = {
  payment_created: ["info", "payment created"],
  event_received: ["info", "event received"],
  payment_completed: ["info", "payment completed"],
  payment_settled: ["info", "payment settled"],
  payment_expired: ["info", "quote expired"],
  payment_closed: ["info", "payment closed by a person"],
  payout_recorded: ["info", "payout recorded"],
  payout_address_asked: ["info", "shopper asked where to send money back"],
  payout_address_entered: ["info", "shopper entered where to send money back"],
  event_closed: ["info", "event closed by a person"],
  event_unmatched: ["info", "event names no payment yet"],
  payer_screened: ["info", "payer refused by the service's screening"],
  unpaid_order_canceled: ["info", "unpaid order canceled"],
  unpaid_order_kept: ["info", "unpaid order kept, money may be on its way"],
  secrets_reencrypted: ["info", "stored secrets sealed with the first encryption key"],

  connection_incomplete: ["warn", "connection takes no payments yet"],
  setup_problem: ["warn", "the setup needs a correction"],
  connection_missing: ["warn", "payments wait for a connection that medusa-config does not register"],
  promotion_failed: ["warn", "promotion not put on a cart"],
  quote_failed: ["warn", "the service gave no quote"],
  service_throttles: ["warn", "the service rate limits this store"],
  lookups_wait: ["warn", "lookups of current quotes wait"],
  status_unknown: ["warn", "the service answered with an unknown status word"],
  status_not_cleared: ["warn", "the status word of a paid payment is not among the cleared ones"],
  lookups_failed: ["warn", "lookups failed"],
  event_refused: ["warn", "event refused"],
  event_bus_bypassed: ["warn", "event processed by the process that received it"],
  work_overdue: ["warn", "work is overdue"],
  event_needs_attention: ["warn", "event needs attention"],
  payment_needs_attention: ["warn", "payment needs attention"],
  address_not_hidden: ["warn", "address not removed from a session's data"],

  protocol_error: ["error", "protocol error"],
  event_not_stored: ["error", "event not stored"],
  event_not_emitted: ["error", "event not emitted"],
  event_failed: ["error", "event not processed"],
  captured_though_closed: ["error", "captured on its order, although a person closed it or recorded a payout"],
  settling_failed: ["error", "settling failed"],
  lookup_failed: ["error", "lookup stopped by an error"],
  sweep_item_failed: ["error", "sweep skipped an item"],
  sweep_failed: ["error", "sweep failed"],
  payout_unfinished: ["error", "payout not finished"],
  ledger_failed: ["error", "order ledger not corrected"],
  unpaid_order_failed: ["error", "unpaid order not processed"],
  unpaid_orders_failed: ["error", "canceling unpaid orders failed"],
  sealing_failed: ["error", "stored secrets not sealed with the first encryption key"],
  export_failed: ["error", "export stopped by an error"],
  pay_page_failed: ["error", "pay page cannot be shown"],
} as const satisfies Record<string, readonly [level: "info" | "warn" | "error", words: string]>

export type LogCode = keyof typeof LOG_LINES

type Text = string | null | undefined

/** What a line may contain. There is no field for a body, a header, a key, a token or a person. */
export type LogFacts = {
  payment_id?: Text
  external_payment_id?: Text
  connection_id?: Text
  event_id?: Text
  order_id?: Text
  payout_id?: Text
  asset?: Text
  chain?: Text
  /** Why, as a stable code; by default the error's own. */
  reason?: Text
  /** What reported the money (event, lookup), or what was swept. */
  by?: Text
  event_name?: Text
  count?: number
  of?: number
  attempt?: number
  seconds?: number
  /** The caught error: its code, and its message as one short line. */
  error?: unknown
  detail?: Text
}

/** Longest id or code, and longest detail, in characters: enough for a sentence about each of a dozen settings. */
const VALUE_LENGTH = 80
const DETAIL_LENGTH = 2000

/** Bounded, so no text takes long to match: RFC 5321 allows 64 characters before the sign and 255 after. */
const EMAIL = /[\w.+-]{1,64}@[\w.-]{1,255}/g

/**
 * A line such as `crypto payments: event refused: signature_stale connection_id=default`, and the same as fields. Text
 * from outside is redacted, cut and kept on one line.
 */
export function logLine(
  code: LogCode,
  facts: LogFacts,
  secrets: readonly string[],
): { message: string; fields: Record<string, string | number> } {
  const { reason = errorCode(facts.error), error, detail, ...rest } = facts
  const clean = (value: string, length = VALUE_LENGTH) =>
    oneLine(redact(value, secrets).replace(EMAIL, "[redacted]"), length)
  const fields: Record<string, string | number> = { code }
  let message = `crypto payments: ${LOG_LINES[code][1]}`
  if (reason) {
    fields.reason = clean(reason)
    message += `: ${fields.reason}`
  }
  for (const [name, value] of Object.entries(rest)) {
    if (value === null || value === undefined || value === "") continue
    const shown = typeof value === "number" ? value : clean(value)
    fields[name] = shown
    message += ` ${name}=${/^[\w.:/-]+$/.test(String(shown)) ? shown : JSON.stringify(shown)}`
  }
  if (detail || (error !== undefined && error !== null)) {
    fields.detail = clean(detail || errorLine(error, secrets), DETAIL_LENGTH)
    message += `: ${fields.detail}`
  }
  return { message, fields }
}

/** The code of an error (ours, Node's, PostgreSQL's, Medusa's); undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === "string" && /^\w{1,60}$/.test(code) ? code : undefined
}

type LoggedPayment = Record<"id" | "external_id" | "connection_id" | "asset" | "chain", string> & {
  order_id: string | null
}

export const ofPayment = ({ id, external_id, connection_id, order_id, asset, chain }: LoggedPayment) =>
  ({ payment_id: id, external_payment_id: external_id, connection_id, order_id, asset, chain }) satisfies LogFacts

export const ofEvent = ({ id, connection_id }: { id: string; connection_id: string }) =>
  ({ event_id: id, connection_id }) satisfies LogFacts

/** What a library may quote: an Authorization header, a URL with credentials, keys. */
const SHAPES: readonly [RegExp, string][] = [
  [/\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]{8,}/gi, "$1 [redacted]"],
  // Does not match the sk_test_… of our own hints.
  [/\b(sk|whsec)_(?!test_(?![A-Za-z0-9_]))[A-Za-z0-9_]{4,}/g, "$1_[redacted]"],
  [/(\/\/)[^/\s:@]+:[^/\s@]+@/g, "$1[redacted]@"],
  [/\bv1=[0-9a-f]{64}/gi, "v1=[redacted]"],
]

/**
 * Removes secrets from text that people read.
 * @param secrets values that must not appear, such as the current keys; values under four characters are ignored
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let out = text
  // Longest first: if one secret is the beginning of another, the end of the longer one must not remain.
  const longestFirst = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length)
  for (const secret of longestFirst) out = out.replaceAll(secret, "[redacted]")
  for (const [shape, replacement] of SHAPES) out = out.replace(shape, replacement)
  return out
}

/** Line breaks, control characters and bidirectional controls, with which text from outside could forge a line. */
const UNSEEN = /[\s\p{Cc}\p{Bidi_Control}]+/gu

/** Text from outside, made safe for one line: no line breaks or control characters, at most `length` characters. */
function oneLine(text: string, length: number): string {
  const line = text.replace(UNSEEN, " ")
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`
}

const LINE_LENGTH = 500
const LINE_HEAD = 200

const STATEMENT = /^\s*(select|insert into|update|delete from|with|merge into|call|copy)\s/i

/**
 * Keeps only the message of the database or its driver: MikroORM quotes the failed statement with its values before it,
 * and may add the failing row (names, addresses). A driver error has no SQLSTATE, so the first word tells a statement.
 */
function withoutStatement(message: string, error: unknown): string {
  const [words = message] = message.split(/\n *- (?:detail|hint): /, 1)
  const ofDatabase = /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code))
  return ofDatabase || STATEMENT.test(words) ? (words.split(" - ").at(-1) ?? words) : words
}

/** An error as one short line for a log or an admin: its message, redacted, without stack or cause. */
export function errorLine(error: unknown, secrets: readonly string[] = []): string {
  // Not only Error: a workflow turns errors into plain objects with the same fields.
  const given = typeof error === "string" ? error : (error as { message?: unknown } | null | undefined)?.message
  const message = typeof given === "string" && given !== "" ? withoutStatement(given, error) : "unknown error"
  // Redact first: a secret that is cut in two would not be found.
  const line = redact(message, secrets).replace(UNSEEN, " ")
  // Keep the end, because a database error quotes its statement first and then says what went wrong.
  return line.length <= LINE_LENGTH ? line : `${line.slice(0, LINE_HEAD)} … ${line.slice(LINE_HEAD + 3 - LINE_LENGTH)}`
}

/** How a secret is shown to its owner: its last four characters, or none if the rest is short enough to guess. */
export const lastFour = (secret: string): string => (secret.length >= 12 ? `…${secret.slice(-4)}` : "…")
