import { parseRetryAfter } from "../../store-api/outcome"
import { isPrivateAddress, parseBaseUrl } from "../connection/base-url"
import { logoFile } from "../connection/branding"
import { payerIpOf } from "../connection/payer-ip"
import { checkQuote } from "../money/quote-check"
import { isAmong } from "../payment/status-word"
import { csvCell } from "../text/csv"
import { logLine } from "../text/log-lines"
import { errorLine } from "../text/redact"
import { parseEvent } from "../webhook/event"
import { parseSignatureHeader } from "../webhook/signature"
import { readAtOnce } from "./read-at-once"

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
