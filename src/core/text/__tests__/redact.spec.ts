import { errorLine, lastFour, redact } from "../log-lines"

describe("redact", () => {
  it.each([
    ["a current secret", "key is CANARY-1234!", ["CANARY-1234"], "key is [redacted]!"],
    ["a secret of four characters", "a wxyz b", ["wxyz"], "a [redacted] b"],
    ["a bearer token after spaces and a tab", "Bearer  \tabcdefgh1", [], "Bearer [redacted]"],
    ["the longer of two secrets if it begins with the other", "abcdefgh", ["abcd", "abcdefgh"], "[redacted]"],
    ["a secret of characters that a pattern uses", "x$&.*+(\\y", ["$&.*+(\\"], "x[redacted]y"],
    ["secrets side by side", "QXZ1QXZ2QXZ1", ["QXZ1", "QXZ2"], "[redacted][redacted][redacted]"],
    ["basic authorization", "header: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", [], "header: Basic [redacted]"],
    ["a bearer token", "bearer abcdefgh.ijkl-mn_op", [], "bearer [redacted]"],
    ["nothing from our hint about test keys", "sk_test_… goes with pk_test_…", [], "sk_test_… goes with pk_test_…"],
    ["a test secret key", "used sk_test_abcDEF123", [], "used sk_[redacted]"],
    ["a webhook secret", "whsec_abcdef", [], "whsec_[redacted]"],
    ["credentials in a URL", "https://user:pass@pay.example.com/x", [], "https://[redacted]@pay.example.com/x"],
    ["a signature", `t=1,v1=${"a".repeat(64)}`, [], "t=1,v1=[redacted]"],
    ["several credentials at once", "Basic QWxhZGRpbg== by sk_live_12345", [], "Basic [redacted] by sk_[redacted]"],
    ["no secret of fewer than four characters", "a banana", ["", "a", "an", "ban"], "a banana"],
  ])("removes %s", (_, text, secrets, clean) => {
    const given = [...secrets]
    expect(redact(text, given)).toBe(clean)
    expect(given).toEqual(secrets)
  })

  it.each([
    ...["the service did not answer", "Basic auth was refused", "pk_test_abcdef", ""],
    ...["https://pay.example.com:8443/v1/a@b", "pay_1234567890"],
  ])("does not change %j", (text) => expect(redact(text)).toBe(text))
})

describe("errorLine", () => {
  /** An error of the database or its driver, of which only the last part may be shown. */
  const failed = (message: string, code?: string) => Object.assign(new Error(message), code && { code })
  const VIOLATION = "insert into t values ('Ada') - it violates x\n - detail: Failing row contains (Ada - 1)."

  it.each<[string, unknown, string]>([
    ["an error", new Error("it\n  broke\tbadly"), "it broke badly"],
    ["an error, without its cause", new Error("outer", { cause: new Error("inner") }), "outer"],
    ["a text", "just words", "just words"],
    ["a text, without control characters", "a\r\nb\u2028c\u0085d\u001b[2Ke\u009b2Kf\0g\u007f", "a b c d [2Ke 2Kf g "],
    ["a text, without characters that change the writing direction", "a\u202eb\u2066c", "a b c"],
    ["undefined", undefined, "unknown error"],
    ["an object with a message, redacted", { message: "sk_test_abcd" }, "sk_[redacted]"],
    ["a failed statement", failed("INSERT INTO t VALUES ($1) - the disk is full", "53100"), "the disk is full"],
    ["a statement with the separator", failed("SELECT 1 - a - 2 - the disk is full", "53100"), "the disk is full"],
    ["a cut connection", failed("insert into x values ('Ada') - Connection terminated"), "Connection terminated"],
    ["a statement of several lines", failed("\n  UPDATE t\n  SET a = 'Ada'\n - read error", "ECONN"), "read error"],
    ["a violated constraint, without the failing row", failed(VIOLATION, "23514"), "it violates x"],
    ["an error without a statement", failed("could not write - the disk is full", "53100"), "the disk is full"],
    ["an error with an indented detail, without it", new Error("no such column\n   - detail: ada"), "no such column"],
    ["an error with a hint, without it", new Error("no such column\n - hint: Perhaps ada"), "no such column"],
    ["a sentence like a statement", new Error("selected twice - choose one"), "selected twice - choose one"],
    ["a message whose code only begins like SQLSTATE", failed("a - b", "53100x"), "a - b"],
    ["a message whose code only ends like SQLSTATE", failed("a - b", "x53100"), "a - b"],
    ["an empty text", "", "unknown error"],
    ["an error without a message", new Error(""), "unknown error"],
    ["a number", 1, "unknown error"],
  ])("writes one line for %s", (_, error, line) => expect(errorLine(error)).toBe(line))

  it("never shows a part of a secret, wherever a long line is shortened", () => {
    const secret = "QXZ1  \tQXZ2"
    for (let before = 0; before <= 1200; before++) {
      const line = errorLine(`${"a".repeat(before)}${secret}${"b".repeat(1200 - before)}`, [secret])
      expect(line).not.toMatch(/[QXZ12]/)
    }
  })

  it("returns at most 500 characters, and keeps the beginning and the end of a long message", () => {
    expect(errorLine(new Error("x".repeat(10_000)))).toHaveLength(500)
    expect(errorLine(new Error("x".repeat(500)))).toBe("x".repeat(500))
    const line = errorLine(new Error(`it broke at (${"column, ".repeat(200)}) - the disk is full`))
    expect(line).toMatch(/^it broke at .* … .* - the disk is full$/)
  })
})

it("lastFour shows the end of a secret of at least twelve characters, and nothing of a shorter one", () => {
  const shown = ["sk_test_1234567890", "123456789012", "12345678901", "1234", ""].map(lastFour)
  expect(shown).toEqual(["…7890", "…9012", "…", "…", "…"])
})
