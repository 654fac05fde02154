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
export function oneLine(text: string, length: number): string {
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
