/**
 * Takes secrets out of text that people read. The values themselves are the surest pattern; the shapes
 * catch what a library quotes (an Authorization header, a URL with credentials, test keys).
 */
const SHAPES: readonly [RegExp, string][] = [
  [/\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]{8,}/gi, "$1 [redacted]"],
  // Our own hints say what a test key looks like: sk_test_…
  [/\b(sk|whsec)_(?!test_(?![A-Za-z0-9_]))[A-Za-z0-9_]{4,}/g, "$1_[redacted]"],
  [/(\/\/)[^/\s:@]+:[^/\s@]+@/g, "$1[redacted]@"],
  [/\bv1=[0-9a-f]{64}/gi, "v1=[redacted]"],
]

/** @param secrets values that must not appear, such as the keys in force; empty and very short ones are passed over */
export function redact(text: string, secrets: readonly string[] = []): string {
  let out = text
  // Longest first, so that one secret that begins another leaves no end of it behind.
  const longestFirst = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length)
  for (const secret of longestFirst) out = out.replaceAll(secret, "[redacted]")
  for (const [shape, replacement] of SHAPES) out = out.replace(shape, replacement)
  return out
}

/** What begins a new line, moves a terminal's cursor or turns text around: foreign words stay within their own line. */
const UNSEEN = /[\s\p{Cc}\p{Bidi_Control}]+/gu

/** Foreign words as they may stand in a line of their own or of somebody else's: no break, nothing unseen, not long. */
export function oneLine(text: string, length: number): string {
  const line = text.replace(UNSEEN, " ")
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`
}

const LINE_LENGTH = 500
const LINE_HEAD = 200

const STATEMENT = /^\s*(select|insert into|update|delete from|with|merge into|call|copy)\s/i

/**
 * A failed statement is quoted before the database's or the driver's own words, which alone say what is wrong. MikroORM, under
 * every module of Medusa, quotes it with its values in it, and may add the failing row as a detail: names, addresses, phones.
 * The driver's own faults (a connection that went away) carry no SQLSTATE, so the statement is known by how it begins too.
 */
function withoutStatement(message: string, error: unknown): string {
  const [words = message] = message.split(/\n *- (?:detail|hint): /, 1)
  const ofDatabase = /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code))
  return ofDatabase || STATEMENT.test(words) ? (words.split(" - ").at(-1) ?? words) : words
}

/** An error as one short line for a log or an admin: its message, redacted, without stack or cause. */
export function errorLine(error: unknown, secrets: readonly string[] = []): string {
  // Not only Error: what has been through a workflow is a plain object with the same fields.
  const given = typeof error === "string" ? error : (error as { message?: unknown } | null | undefined)?.message
  const message = typeof given === "string" && given !== "" ? withoutStatement(given, error) : "unknown error"
  // Redacted before anything else: a secret cut in two would no longer be found.
  const line = redact(message, secrets).replace(UNSEEN, " ")
  // The end stays: a database's error quotes its whole statement first, and says what went wrong after it.
  return line.length <= LINE_LENGTH ? line : `${line.slice(0, LINE_HEAD)} … ${line.slice(LINE_HEAD + 3 - LINE_LENGTH)}`
}

/** How a secret is shown to its owner: the last four, and only of one long enough to keep the rest unguessable. */
export const lastFour = (secret: string): string => (secret.length >= 12 ? `…${secret.slice(-4)}` : "…")
