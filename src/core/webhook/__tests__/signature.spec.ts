import { createHmac } from "node:crypto"
import vectors from "../../__tests__/vectors.json"
import { parseSignatureHeader, signatureOf, TOLERANCE_SECONDS, verifySignature } from "../signature"

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
  it.each(vectors.hmac_sha256_hex)("stands on the HMAC-SHA-256 of $source", (vector) => {
    const key = "key_hex" in vector && vector.key_hex ? Buffer.from(vector.key_hex, "hex") : String(vector.key)
    expect(createHmac("sha256", key).update(vector.message).digest("hex")).toBe(vector.hex)
  })

  it.each(vectors.hmac_sha256_hex.flatMap(({ key, source, message }) => (key ? [{ key, source, message }] : [])))(
    "signs <t>.<body> with the key of $source",
    ({ key, message }) => {
      const expected = createHmac("sha256", key).update(`${NOW}.${message}`).digest("hex")
      expect(signatureOf(String(NOW), message, key)).toBe(expected)
      expect(signatureOf(String(NOW), Buffer.from(message), key)).toBe(expected)
      expect(expected).toMatch(/^[0-9a-f]{64}$/)
    },
  )

  it("signs the bytes as they came, not the text they may be read as", () => {
    const invalidUtf8 = Buffer.from([0x7b, 0xff, 0xfe, 0x7d])
    expect(mac(SECRET, NOW, invalidUtf8)).not.toBe(mac(SECRET, NOW, invalidUtf8.toString("utf8")))
  })
})

describe("verifySignature", () => {
  it.each([
    ["one v1", header(mac()), [SECRET]],
    ["the right one last of several v1", header("0".repeat(64), mac("other"), mac()), [SECRET]],
    ["the right one first of several v1", header(mac(), "junk", ""), [SECRET]],
    ["the second of several secrets", header(mac(OLD)), [SECRET, OLD]],
    ["a sender that signs with both secrets while rotating", header(mac(OLD), mac()), [SECRET]],
    ["blanks around keys and values", ` t = ${NOW} , v1 = ${mac()} `, [SECRET]],
    ["v1 before t", `v1=${mac()},t=${NOW}`, [SECRET]],
    ["other schemes beside v1", `t=${NOW},v0=abc,v1=${mac()},v2=def==,extra=`, [SECRET]],
    ["a pair without a key", `t=${NOW},=x,v1=${mac()}`, [SECRET]],
    ["the same t said twice", `t=${NOW},t=${NOW},v1=${mac()}`, [SECRET]],
    ["an empty secret beside the right one", header(mac()), ["", SECRET]],
  ])("takes %s", (_, value, secrets) => {
    expect(verify(value, secrets)).toBeUndefined()
  })

  it.each([
    ["no header", undefined, "signature_missing"],
    ["an empty header", "", "signature_missing"],
    ["junk", "junk", "signature_malformed"],
    ["blank", " ", "signature_malformed"],
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
    ["T for t", `T=${NOW},v1=${mac()}`, "signature_malformed"],
    ["V1 for v1", `t=${NOW},V1=${mac()}`, "signature_malformed"],
    ["a header of 10 kB", header(...Array.from({ length: 150 }, () => mac())), "signature_malformed"],
    ["two headers that a server joined", `${header(mac())}, t=${NOW + 1},v1=${mac()}`, "signature_malformed"],
    ["uppercase hex", header(mac().toUpperCase()), "signature_mismatch"],
    ["another secret's mac", header(mac(OLD)), "signature_mismatch"],
    ["an empty mac", header(""), "signature_mismatch"],
    ["a mac cut short", header(mac().slice(0, 63)), "signature_mismatch"],
    ["a mac with a tail", header(`${mac()}0`), "signature_mismatch"],
    ["64 characters beyond ASCII", header("é".repeat(64)), "signature_mismatch"],
    ["the mac of another time", `t=${NOW + 1},v1=${mac()}`, "signature_mismatch"],
    ["the mac of t written otherwise", `t=0${NOW},v1=${mac()}`, "signature_mismatch"],
    [
      "the mac of the body alone",
      header(createHmac("sha256", SECRET).update(BODY).digest("hex")),
      "signature_mismatch",
    ],
    ["the mac in base64", header(Buffer.from(mac(), "hex").toString("base64")), "signature_mismatch"],
    ["the right mac under v0", `t=${NOW},v0=${mac()},v1=${"0".repeat(64)}`, "signature_mismatch"],
  ])("refuses %s", (_, value, problem) => {
    expect(verify(value)).toBe(problem)
  })

  it.each([
    [0, undefined],
    [TOLERANCE_SECONDS - 1, undefined],
    [TOLERANCE_SECONDS, undefined],
    [TOLERANCE_SECONDS + 1, "signature_stale"],
    [86_400, "signature_stale"],
  ])("of a delivery %i seconds old or early says %s", (seconds, problem) => {
    expect(TOLERANCE_SECONDS).toBe(300)
    expect(verify(header(mac()), [SECRET], NOW + seconds)).toBe(problem)
    expect(verify(header(mac()), [SECRET], NOW - seconds)).toBe(problem)
  })

  it("refuses when its clock is no number", () => {
    expect(verify(header(mac()), [SECRET], Number.NaN)).toBe("signature_stale")
  })

  it.each([
    ["no secret at all", []],
    ["an empty secret", [""]],
    ["several empty secrets", ["", ""]],
  ])("is never satisfied with %s, not even by a mac made with an empty key", (_, secrets) => {
    expect(verify(header(mac("")), secrets)).toBe("signature_mismatch")
    expect(verify(header(mac()), secrets)).toBe("signature_mismatch")
  })

  it("no longer takes a secret that was rotated out", () => {
    expect(verify(header(mac(OLD)), [SECRET, OLD])).toBeUndefined()
    expect(verify(header(mac(OLD)), [SECRET])).toBe("signature_mismatch")
  })

  it("notices every single changed byte of the body", () => {
    const value = header(mac())
    for (let index = 0; index < BODY.length; index++) {
      const changed = Buffer.from(BODY)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expect(verify(value, [SECRET], NOW, changed)).toBe("signature_mismatch")
    }
    expect(verify(value, [SECRET], NOW, Buffer.concat([BODY, Buffer.from("\n")]))).toBe("signature_mismatch")
  })

  it("verifies an empty body and one of a megabyte", () => {
    for (const body of [Buffer.alloc(0), Buffer.alloc(1024 * 1024, 1)]) {
      expect(verify(header(mac(SECRET, NOW, body)), [SECRET], NOW, body)).toBeUndefined()
    }
  })
})

describe("parseSignatureHeader", () => {
  it("keeps the timestamp as it is written and every v1 in order", () => {
    expect(parseSignatureHeader("t=0017,v1=b,v0=x,v1=a")).toEqual({ timestamp: "0017", macs: ["b", "a"] })
  })

  it("reads a header of the greatest length and none beyond it", () => {
    const padded = (length: number) => `t=1,v1=a,v0=${"x".repeat(length - "t=1,v1=a,v0=".length)}`
    expect(parseSignatureHeader(padded(4096))).toEqual({ timestamp: "1", macs: ["a"] })
    expect(parseSignatureHeader(padded(4097))).toBeUndefined()
  })
})
