import { StoreApiError } from "../../../store-api/outcome"
import { CryptoPaymentError } from "../errors"
import { errorCode, LOG_LINES, type LogCode, type LogFacts, logLine, ofEvent, ofPayment } from "../log-lines"

const CANARY = "CANARY-of-ours-0123456789"
const CODES = Object.keys(LOG_LINES) as LogCode[]

const IDS = { id: "cpay_1", external_id: "pay_1", connection_id: "default", order_id: "order_1" }
const PAYMENT = { ...IDS, asset: "USDC", chain: "base" }
/** A row of the database, with everything that no line may contain. */
const ROW = { ...PAYMENT, token: "CANARYtoken", address: "bc1qcanary", uri: "bitcoin:x", attention_detail: "x" }

describe("a log line", () => {
  it("has a readable message, and the same facts as fields", () => {
    const facts = { ...ofPayment(PAYMENT), reason: "cart_total_differs", attempt: 2, detail: "two words" }
    expect(logLine("payment_needs_attention", { ...facts, event_id: null }, [])).toEqual({
      message:
        "crypto payments: payment needs attention: cart_total_differs payment_id=cpay_1 external_payment_id=pay_1 connection_id=default order_id=order_1 asset=USDC chain=base attempt=2: two words",
      fields: { code: "payment_needs_attention", ...facts },
    })
  })

  it("contains only its own words if it has no facts", () => {
    const nothing: LogFacts = { payment_id: null, order_id: undefined, reason: undefined, event_id: "", detail: null }
    const alone = { message: "crypto payments: sweep failed", fields: { code: "sweep_failed" } }
    expect(logLine("sweep_failed", {}, [])).toEqual(alone)
    expect(logLine("sweep_failed", nothing, [])).toEqual(alone)
  })

  it("takes only the ids, the asset and the chain from a payment row, and id and connection of an event", () => {
    const { id, external_id, ...others } = PAYMENT
    expect(ofPayment(ROW)).toEqual({ payment_id: id, external_payment_id: external_id, ...others })
    const connection_id = "default"
    expect(ofEvent({ id: "cevt_1", connection_id })).toEqual({ event_id: "cevt_1", connection_id })
  })

  it("contains an error's code and message, or the given reason and detail, and no stack or cause", () => {
    const full = new Error("insert into x - disk full", { cause: new Error(CANARY) })
    const database = Object.assign(full, { code: "53100" })
    expect(logLine("event_not_stored", { connection_id: "default", error: database }, [])).toEqual({
      message: "crypto payments: event not stored: 53100 connection_id=default: disk full",
      fields: { code: "event_not_stored", reason: "53100", connection_id: "default", detail: "disk full" },
    })
    const fieldsOf = (facts: LogFacts) => logLine("sweep_failed", facts, []).fields
    expect(fieldsOf({ error: "just words" })).toEqual({ code: "sweep_failed", detail: "just words" })
    const given = { reason: "ours", detail: "also" }
    expect(fieldsOf({ error: database, ...given })).toMatchObject(given)
    expect(fieldsOf({ error: null })).toEqual({ code: "sweep_failed" })
  })

  it.each(CODES)("of %s shows no secret, email address or control character from outside, and stays short", (code) => {
    const hostile = `a\r\nb\u001b[2K\u2028c\u202e ${CANARY} Basic Q0FOQVJZOkNBTkFSWQ== sk_live_CANARY whsec_CANARY someone.else+tag@shop.example.com ${"x".repeat(3_000)}`
    const text = ["payment_id", "external_payment_id", "connection_id", "event_id", "order_id", "payout_id"]
    const more = ["asset", "chain", "reason", "by", "event_name", "detail"]
    const everywhere = Object.fromEntries([...text, ...more].map((name) => [name, hostile])) as LogFacts
    for (const facts of [everywhere, { error: new Error(hostile) }, { error: hostile }]) {
      const { message, fields } = logLine(code, facts, [CANARY])
      for (const said of [message, ...Object.values(fields).map(String)]) {
        expect(said).not.toMatch(/CANARY|Q0FOQVJZ|someone|shop\.example/)
        expect(said).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]/u)
      }
      expect(message.length).toBeLessThan(4_000)
      const { detail, ...others } = fields
      expect(Object.values(others).filter((value) => String(value).length > 80)).toEqual([])
      expect(String(detail).length).toBeLessThanOrEqual("error" in facts ? 500 : 2_000)
      expect(message.startsWith(`crypto payments: ${LOG_LINES[code][1]}`)).toBe(true)
    }
  })

  it("tells where an email address was removed", () => {
    const { fields } = logLine("sweep_failed", { detail: "no mail to ada@shop.example.com today" }, [])
    expect(fields.detail).toBe("no mail to [redacted] today")
  })

  it("quotes a value that looks like another field, and shortens one of more than 80 characters", () => {
    const { message, fields } = logLine("event_refused", { connection_id: 'x" order_id=1', reason: "unknown" }, [])
    expect(message).toBe('crypto payments: event refused: unknown connection_id="x\\" order_id=1"')
    expect(fields.connection_id).toBe('x" order_id=1')
    const kept = (reason: string) => logLine("event_refused", { reason }, []).fields.reason
    expect([80, 81].map((length) => kept("y".repeat(length)))).toEqual(["y".repeat(80), `${"y".repeat(79)}…`])
  })
})

it.each<[string, unknown, string | undefined]>([
  ["finds the code of a refusal", new CryptoPaymentError("rate_limited"), "rate_limited"],
  ["finds the code of a failed call", new StoreApiError({ code: "timeout", status: 0, retryable: true }), "timeout"],
  ["finds the code of a PostgreSQL error", Object.assign(new Error("x"), { code: "23505" }), "23505"],
  ["ignores a code that contains spaces", { code: "no code at all" }, undefined],
  ["ignores a code that is a number", { code: 500 }, undefined],
  ["ignores a code of 61 characters", { code: "x".repeat(61) }, undefined],
  ["finds a code of 60 characters", { code: "x".repeat(60) }, "x".repeat(60)],
  ["finds nothing in an error without a code", new Error("x"), undefined],
  ["finds nothing in a text", "text", undefined],
  ["finds nothing in undefined", undefined, undefined],
  ["finds nothing in null", null, undefined],
])("errorCode %s", (_, error, code) => expect(errorCode(error)).toBe(code))

it("LOG_LINES has unique texts without a percent sign, and codes in snake_case", () => {
  const words = CODES.map((code) => LOG_LINES[code][1])
  expect(new Set(words).size).toBe(words.length)
  expect(CODES.filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([])
  expect(words.filter((one) => one.includes("%"))).toEqual([])
})
