import { parseRetryAfter } from "../../store-api/outcome"
import { isPrivateAddress, parseBaseUrl } from "../connection/base-url"
import { logoFile } from "../connection/branding"
import { payerIpOf } from "../connection/payer-ip"
import { checkQuote } from "../money/quote-check"
import { isAmong } from "../payment/status-word"
import { csvCell } from "../text/csv"
import { errorLine, logLine } from "../text/log-lines"
import { parseEvent, parseSignatureHeader } from "../webhook/event"

/** Longer than a header, an event or a setting can be. */
const LENGTH = 60_000

const QUOTE = { asset: "BTC", chain: "bitcoin", decimals: 8, base: "1", address: "a", quoteExpiresAt: 1 } as const
const ASKED = { choice: { asset: "BTC", chain: null }, amount: { minor: 1, currency: "USD" }, testMode: true } as const

const logoOf = (rest: string) =>
  logoFile(`data:image/svg+xml;base64,${Buffer.from(`<svg ${rest}http://www.w3.org/2000/svg`).toString("base64")}`)

/** Everything in core that matches text from outside with a pattern. */
const READERS: Record<string, (text: string) => unknown> = {
  "a base URL": (text) => [parseBaseUrl(text), parseBaseUrl(`https://a.example/${text}`)],
  "a cell of the export": csvCell,
  "an event": (text) => parseEvent(Buffer.from(text)),
  "a logo": (text) => [text, `viewBox="${text}>`, `width='${text}>`].map(logoOf),
  "a payer's address": (text) => payerIpOf({ header: "x" }, { header: () => text }),
  "a status word": (text) => isAmong(text, ["completed"]),
  "an IP address": isPrivateAddress,
  "a payment URI": (uri) =>
    [uri, `bitcoin:a?amount=${uri}`].map((one) => checkQuote(ASKED, { ...QUOTE, amount: ASKED.amount, uri: one }, 0)),
  "an error": errorLine,
  "a line of the log": (text) => logLine("event_refused", { connection_id: text, error: text }, []),
  "a Retry-After": (text) => parseRetryAfter(text, 0),
  "a signature header": (text) => parseSignatureHeader(text.slice(0, 4096)),
}

const PIECES = ["/", " ", "\n", "1", "1.", "1:", ":1.1.1.1", "0", "a", "a:", "//a:", "//a:b@", "%", "[", "\\", '"', "="]
const WORDS = [",", "<svg", "v1=", "t=1,v1=", "Basic ", "sk_", "@1/", "?&", "..", "-", "\t", "{", " - ", ";", ";="]
const UNUSUAL = ["ﬀ", "\u0130", "\ud800"]

it.each(Object.entries(READERS))("text that wants to be slow to read is read at once as %s", (_, read) => {
  for (const piece of [...PIECES, ...WORDS, ...UNUSUAL]) {
    const row = piece.repeat(LENGTH / piece.length)
    for (const text of [row, `${row}x`, `x${row}`, `${row}\n`])
      expect(readAtOnce(read, text) || `${JSON.stringify(piece)} is read slowly`).toBe(true)
  }
})

/** Milliseconds of CPU time of this process, so that other processes do not count. */
function processorMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Walks over each pair of a text's first 6 000 characters, like a quadratic pattern. */
function walkPairs(text: string): number {
  const length = Math.min(text.length, 6_000)
  let same = 0
  for (let one = 0; one < length; one++)
    for (let other = 0; other < length; other++) if (text.charCodeAt(one) === text.charCodeAt(other)) same++
  return same
}

let bound: number | undefined

/**
 * Whether reading a long text takes time that grows linearly with its length. The bound is ten walks over the pairs of
 * 6 000 characters on this machine; a quadratic read of 60 000 characters takes a hundred.
 */
function readAtOnce(read: (text: string) => unknown, text: string): boolean {
  bound ??= 10 * processorMs(() => walkPairs("/".repeat(6_000)))
  const most = bound
  // A pause of the garbage collector may slow down one try, but not all three.
  return [1, 2, 3].some(() => processorMs(() => read(text)) < most)
}
