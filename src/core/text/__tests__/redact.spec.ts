import { inspect } from "node:util"
import { errorLine, lastFour, redact } from "../redact"

describe("redact", () => {
  it.each([
    ["a value in force", "key is CANARY-1234!", ["CANARY-1234"], "key is [redacted]!"],
    ["a value of four characters", "a wxyz b", ["wxyz"], "a [redacted] b"],
    ["a bearer token behind several blanks", "Bearer  \tabcdefgh1", [], "Bearer [redacted]"],
    ["a value every time", "CANARY CANARY", ["CANARY"], "[redacted] [redacted]"],
    ["a value with signs that patterns know", "a$&.*+b(c", ["$&.*+b("], "a[redacted]c"],
    ["the longer of two values, the one beginning the other", "abcdefgh", ["abcd", "abcdefgh"], "[redacted]"],
    [
      "an Authorization header",
      "authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
      [],
      "authorization: Basic [redacted]",
    ],
    ["a bearer token", "bearer abcdefgh.ijkl-mn_op", [], "bearer [redacted]"],
    ["the form of a test key in our own hint", "sk_test_… goes with pk_test_…", [], "sk_test_… goes with pk_test_…"],
    ["a test secret key", "used sk_test_abcDEF123", [], "used sk_[redacted]"],
    ["a webhook secret", "whsec_abcdef", [], "whsec_[redacted]"],
    ["credentials in a URL", "https://user:pass@pay.example.com/x", [], "https://[redacted]@pay.example.com/x"],
    ["a signature", `t=1,v1=${"a".repeat(64)}`, [], "t=1,v1=[redacted]"],
    ["several at once", "Basic QWxhZGRpbg== by sk_live_12345", [], "Basic [redacted] by sk_[redacted]"],
  ])("takes out %s", (_, text, secrets, clean) => {
    expect(redact(text, secrets)).toBe(clean)
  })

  it.each([
    ["plain words", "the service did not answer"],
    ["the words basic auth", "Basic auth was refused"],
    ["a public test key", "pk_test_abcdef"],
    ["a URL without credentials", "https://pay.example.com:8443/v1/a@b"],
    ["a payment id", "pay_1234567890"],
    ["nothing", ""],
  ])("leaves %s", (_, text) => {
    expect(redact(text)).toBe(text)
  })

  it("passes over empty and very short values, which would blacken everything", () => {
    expect(redact("a banana", ["", "a", "an", "ban"])).toBe("a banana")
  })

  it("does not change the list it is given", () => {
    const secrets = ["abcd", "abcdefgh"]
    redact("x", secrets)
    expect(secrets).toEqual(["abcd", "abcdefgh"])
  })
})

describe("errorLine", () => {
  it.each<[string, unknown, string]>([
    ["an error", new Error("it\n  broke\tbadly"), "it broke badly"],
    ["an error with a cause, which it leaves out", new Error("outer", { cause: new Error("inner") }), "outer"],
    ["a text", "just words", "just words"],
    [
      "what would begin a line or move a terminal's cursor",
      "a\r\nb\u2028c\u0085d\u001b[2Ke\u009b2Kf\0g\u007f",
      "a b c d [2Ke 2Kf g ",
    ],
    ["what would turn the letters after it around", "a\u202eb\u2066c", "a b c"],
    ["undefined", undefined, "unknown error"],
    ["an object", { message: "sk_test_abcd" }, "sk_[redacted]"],
    [
      "a failed statement by the database's own words",
      Object.assign(new Error("INSERT INTO t VALUES ($1) - the disk is full"), { code: "53100" }),
      "the disk is full",
    ],
    [
      "a statement that has the sign before the database's words in it",
      Object.assign(new Error("SELECT 1 - a - 2 - the disk is full"), { code: "53100" }),
      "the disk is full",
    ],
    [
      "a statement that was cut off with its connection, which has no code of a database's, by what went wrong",
      new Error(
        "insert into \"order_address\" values ('Ada', '+44 20 7946 0018') - Connection terminated unexpectedly",
      ),
      "Connection terminated unexpectedly",
    ],
    [
      "a statement after blanks, in capitals and over several lines, with a code of Node's, by what went wrong",
      Object.assign(new Error("\n  UPDATE t\n  SET a = 'Ada'\n - read ECONNRESET"), { code: "ECONNRESET" }),
      "read ECONNRESET",
    ],
    [
      "a failing row without the row",
      Object.assign(
        new Error("insert into t values ('Ada') - it violates x\n - detail: Failing row contains (Ada - 1)."),
        {
          code: "23514",
        },
      ),
      "it violates x",
    ],
    [
      "a fault of a database's that quotes no statement by its last words",
      Object.assign(new Error("could not write - the disk is full"), { code: "53100" }),
      "the disk is full",
    ],
    ["a detail that stands further in without it", new Error("no such column\n   - detail: ada"), "no such column"],
    ["a fault with a hint without the hint", new Error("no such column\n - hint: Perhaps ada"), "no such column"],
    [
      "a sentence that begins like a statement",
      new Error("selected twice - choose one"),
      "selected twice - choose one",
    ],
    ["a code that only begins like a database's", Object.assign(new Error("a - b"), { code: "53100x" }), "a - b"],
    ["a code that only ends like a database's", Object.assign(new Error("a - b"), { code: "x53100" }), "a - b"],
    ["an empty text", "", "unknown error"],
    ["an error without a message", new Error(""), "unknown error"],
    ["a number", 1, "unknown error"],
  ])("says %s in one line", (_, error, line) => {
    expect(errorLine(error)).toBe(line)
  })

  it("keeps the end of a long message, where a database says what went wrong", () => {
    const line = errorLine(new Error(`it broke at (${"column, ".repeat(200)}) - the disk is full`))
    expect(line).toMatch(/^it broke at .* … .* - the disk is full$/)
  })

  it("is at most 500 characters", () => {
    expect(errorLine(new Error("x".repeat(10_000)))).toHaveLength(500)
    expect(errorLine(new Error("x".repeat(500)))).toBe("x".repeat(500))
  })

  it("leaves no part of a secret that lies across the cut or has blanks in it", () => {
    const secret = "open  sesame\tCANARY"
    for (let before = 470; before < 510; before++) {
      expect(errorLine(new Error("x".repeat(before) + secret), [secret])).not.toMatch(/open|sesame|CANARY/)
    }
  })

  it("carries no stack", () => {
    expect(errorLine(new Error("x"))).not.toContain("spec.ts")
    expect(inspect(errorLine(new Error("x")))).toBe("'x'")
  })
})

describe("lastFour", () => {
  it.each([
    ["sk_test_1234567890", "…7890"],
    ["123456789012", "…9012"],
    ["12345678901", "…"],
    ["1234", "…"],
    ["", "…"],
  ])("shows %s as %s", (secret, shown) => {
    expect(lastFour(secret)).toBe(shown)
  })
})
