import { createHmac } from "node:crypto"
import { parseSignatureHeader, secretTag, signatureOf, TOLERANCE_SECONDS, verifySignature } from "../event"

const NOW = 1_700_000_000
const SECRET = "endpoint-secret-current"
const OLD = "endpoint-secret-previous"
const BODY = Buffer.from('{"type":"payment.completed","data":{"id":"pay_1"}}')

const mac = (secret = SECRET, timestamp: number | string = NOW, body: Buffer | string = BODY) =>
  signatureOf(String(timestamp), body, secret)
const header = (...macs: string[]) => [`t=${NOW}`, ...macs.map((one) => `v1=${one}`)].join(",")
const verify = (value: string | undefined, secrets: string[] = [SECRET], now = NOW, body: Buffer | string = BODY) =>
  verifySignature(body, value, secrets, now)

describe("signatureOf", () => {
  it.each([
    ["mysecret", '{"foo":"bar"}'],
    ["It's a Secret to Everybody", "Hello, World!"],
    ["k".repeat(300), "é€😀"],
  ])("is the HMAC-SHA-256 of <t>.<body> in hex, with the key %s", (key, message) => {
    const expected = createHmac("sha256", key).update(`${NOW}.${message}`).digest("hex")
    expect(signatureOf(String(NOW), message, key)).toBe(expected)
    expect(signatureOf(String(NOW), Buffer.from(message), key)).toBe(expected)
    expect(expected).toMatch(/^[0-9a-f]{64}$/)
  })

  it("signs the raw bytes, not the text that they decode to", () => {
    const invalidUtf8 = Buffer.from([0x7b, 0xff, 0xfe, 0x7d])
    expect(mac(SECRET, NOW, invalidUtf8)).not.toBe(mac(SECRET, NOW, invalidUtf8.toString("utf8")))
  })
})

describe("verifySignature", () => {
  it.each([
    ["one v1", header(mac()), [SECRET]],
    ["the right v1 as the last of several", header("0".repeat(64), mac("other"), mac()), [SECRET]],
    ["the right v1 as the first of several", header(mac(), "junk", ""), [SECRET]],
    ["the right v1 between others", header("é".repeat(64), mac(), mac().slice(1)), [SECRET]],
    ["a signature with the last of three secrets", header(mac(OLD)), [SECRET, "another", OLD]],
    ["a signature with the second of two secrets", header(mac(OLD)), [SECRET, OLD]],
    ["a sender that signs with both secrets during a rotation", header(mac(OLD), mac()), [SECRET]],
    ["spaces around keys and values", ` t = ${NOW} , v1 = ${mac()} `, [SECRET]],
    ["v1 before t", `v1=${mac()},t=${NOW}`, [SECRET]],
    ["other schemes next to v1", `t=${NOW},v0=abc,v1=${mac()},v2=def==,extra=`, [SECRET]],
    ["pairs without a key", `=x,t=${NOW},=x,v1=${mac()}`, [SECRET]],
    ["the same t twice", `t=${NOW},t=${NOW},v1=${mac()}`, [SECRET]],
    ["the right secret next to an empty one", header(mac()), ["", SECRET]],
  ])("accepts %s", (_, value, secrets) => expect(verify(value, secrets)).toBeUndefined())

  it.each([
    ["no header", undefined, "signature_missing"],
    ["an empty header", "", "signature_missing"],
    ["junk", "junk", "signature_malformed"],
    ["a space", " ", "signature_malformed"],
    ["a list with an empty element", `t=${NOW},,v1=${mac()}`, "signature_malformed"],
    ["a list that ends with a comma", `t=${NOW},v1=${mac()},`, "signature_malformed"],
    ["no t", `v1=${mac()}`, "signature_malformed"],
    ["no v1", `t=${NOW}`, "signature_malformed"],
    ["an empty t", `t=,v1=${mac()}`, "signature_malformed"],
    ["two different t", `t=${NOW},t=${NOW + 1},v1=${mac()}`, "signature_malformed"],
    ["t with a sign", `t=+${NOW},v1=${mac()}`, "signature_malformed"],
    ["a negative t", `t=-${NOW},v1=${mac()}`, "signature_malformed"],
    ["t with a fraction", `t=${NOW}.0,v1=${mac()}`, "signature_malformed"],
    ["t in hexadecimal", `t=0x6553f100,v1=${mac()}`, "signature_malformed"],
    ["t with an exponent", `t=17e8,v1=${mac()}`, "signature_malformed"],
    ["t of thirteen digits", `t=${NOW}000,v1=${mac()}`, "signature_malformed"],
    ["T instead of t", `T=${NOW},v1=${mac()}`, "signature_malformed"],
    ["V1 instead of v1", `t=${NOW},V1=${mac()}`, "signature_malformed"],
    ["a header of 10 kB", header(...Array.from({ length: 150 }, () => mac())), "signature_malformed"],
    ["two headers that a server joined into one", `${header(mac())}, t=${NOW + 1},v1=${mac()}`, "signature_malformed"],
    ["uppercase hex", header(mac().toUpperCase()), "signature_mismatch"],
    ["the MAC of another secret", header(mac(OLD)), "signature_mismatch"],
    ["an empty MAC", header(""), "signature_mismatch"],
    ["64 characters that are not ASCII", header("é".repeat(64)), "signature_mismatch"],
    ["the MAC of another time", `t=${NOW + 1},v1=${mac()}`, "signature_mismatch"],
    ["the same time with a leading zero", `t=0${NOW},v1=${mac()}`, "signature_mismatch"],
    ["the MAC of only the body", header(createHmac("sha256", SECRET).update(BODY).digest("hex")), "signature_mismatch"],
    ["the MAC in base64", header(Buffer.from(mac(), "hex").toString("base64")), "signature_mismatch"],
    ["the right MAC under v0", `t=${NOW},v0=${mac()},v1=${"0".repeat(64)}`, "signature_mismatch"],
  ])("refuses %s", (_, value, problem) => expect(verify(value)).toBe(problem))

  it("refuses the MAC with any character replaced, left out or put in, and a body with any bit flipped", () => {
    const right = mac()
    for (let at = 0; at < right.length; at++) {
      const [before, after] = [right.slice(0, at), right.slice(at + 1)]
      const other = right[at] === "0" ? "1" : "0"
      for (const one of [before + other + after, before + after, `${before}0${right.slice(at)}`])
        expect(verify(header(one))).toBe("signature_mismatch")
    }
    const bodies = [BODY.subarray(1), BODY.subarray(0, -1), Buffer.concat([BODY, Buffer.alloc(1)])]
    for (let bit = 0; bit < 8 * BODY.length; bit++) {
      const flipped = Buffer.from(BODY)
      flipped.writeUInt8(BODY.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      bodies.push(flipped)
    }
    for (const body of bodies) expect(verify(header(mac()), [SECRET], NOW, body)).toBe("signature_mismatch")
  })

  it.each([
    [0, undefined],
    [TOLERANCE_SECONDS - 1, undefined],
    [TOLERANCE_SECONDS, undefined],
    [TOLERANCE_SECONDS + 1, "signature_stale"],
    [86_400, "signature_stale"],
    [Number.NaN, "signature_stale"],
  ])("checks a delivery that is %i seconds late or early: %s", (seconds, problem) => {
    expect(TOLERANCE_SECONDS).toBe(300)
    expect(verify(header(mac()), [SECRET], NOW + seconds)).toBe(problem)
    expect(verify(header(mac()), [SECRET], NOW - seconds)).toBe(problem)
  })

  it("refuses every delivery without a secret or with only empty ones, even if the MAC was made with an empty key", () => {
    for (const secrets of [[], [""], ["", ""]])
      for (const key of ["", SECRET]) expect(verify(header(mac(key)), secrets)).toBe("signature_mismatch")
  })

  it("accepts an empty body and a body of one megabyte", () => {
    for (const body of [Buffer.alloc(0), Buffer.alloc(1024 * 1024, 1)])
      expect(verify(header(mac(SECRET, NOW, body)), [SECRET], NOW, body)).toBeUndefined()
  })
})

it("secretTag tells a secret from another by four hex digits, which fit many secrets", () => {
  expect(secretTag(SECRET)).toMatch(/^[0-9a-f]{4}$/)
  expect(secretTag(SECRET)).not.toBe(secretTag(`${SECRET}2`))
})

it("parseSignatureHeader keeps the timestamp as written and each v1 in order, and reads at most 4096 characters", () => {
  expect(parseSignatureHeader("t=0017,v1=b,v0=x,v1=a")).toEqual({ timestamp: "0017", macs: ["b", "a"] })
  const padded = (length: number) => `t=1,v1=a,v0=${"x".repeat(length - "t=1,v1=a,v0=".length)}`
  expect(parseSignatureHeader(padded(4096))).toEqual({ timestamp: "1", macs: ["a"] })
  expect(parseSignatureHeader(padded(4097))).toBeUndefined()
})
