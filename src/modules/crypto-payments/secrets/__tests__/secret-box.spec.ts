import { randomBytes } from "node:crypto"
import { SecretBox } from "../secret-box"

const key = (): string => randomBytes(32).toString("base64")
const PLACE = { connectionId: "default", field: "secret_key" }
const SECRET = "sk_test_canary_äöü"

describe("SecretBox", () => {
  it("opens what it sealed, each time to another text that does not show it", () => {
    const box = new SecretBox([key()])
    for (const secret of [SECRET, "", "x".repeat(4096)]) expect(box.open(box.seal(secret, PLACE), PLACE)).toBe(secret)
    const sealed = Array.from({ length: 100 }, () => box.seal(SECRET, PLACE))
    expect(new Set(sealed).size).toBe(100)
    for (const one of sealed) {
      expect(one).toMatch(/^v1\.[0-9a-f]{8}\.[A-Za-z0-9_-]+$/)
      expect(Buffer.from(one.split(".")[2] ?? "", "base64url").toString("latin1")).not.toContain("canary")
    }
  })

  it.each([
    ["connection", { ...PLACE, connectionId: "second" }],
    ["field", { ...PLACE, field: "endpoint_secret" }],
  ])("does not open a sealed secret that was moved to another %s", (_, elsewhere) => {
    const box = new SecretBox([key()])
    const sealed = box.seal(SECRET, PLACE)
    expect(() => box.open(sealed, elsewhere)).toThrow(/was altered or belongs elsewhere/)
  })

  it("does not open a sealed secret with any one byte altered, or cut short", () => {
    const box = new SecretBox([key()])
    const [version, id, payload = ""] = box.seal(SECRET, PLACE).split(".")
    const bytes = Buffer.from(payload, "base64url")
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(() => box.open(`${version}.${id}.${altered.toString("base64url")}`, PLACE)).toThrow(/altered/)
    }
    expect(() => box.open(`${version}.${id}.${payload.slice(0, 36)}`, PLACE)).toThrow("secret_key is damaged")
  })

  it("opens with an older key during a key rotation, seals with the first key, and does neither without its key", () => {
    const [old, fresh] = [key(), key()]
    const sealed = new SecretBox([old]).seal(SECRET, PLACE)
    const rotating = new SecretBox([fresh, old])
    expect(rotating.open(sealed, PLACE)).toBe(SECRET)
    expect(new SecretBox([fresh]).open(rotating.seal(SECRET, PLACE), PLACE)).toBe(SECRET)
    for (const text of [sealed, "", "v1", "v1.00000000.", "v2.00000000.AAAA", "plain text"])
      expect(() => new SecretBox([fresh]).open(text, PLACE)).toThrow("no key opens the stored secret_key")
    expect(() => new SecretBox([]).seal(SECRET, PLACE)).toThrow(/encryptionKey is missing/)
  })

  it.each([
    ["too short", randomBytes(16).toString("base64")],
    ["too long", randomBytes(33).toString("base64")],
    ["hexadecimal", randomBytes(32).toString("hex")],
    ["a pass phrase", "correct horse battery staple"],
  ])("refuses a key that is %s, and names the setting and how to get a key, but not the value", (_, value) => {
    const how = /encryptionKey.*CRYPTO_PAYMENTS_ENCRYPTION_KEY.*openssl rand -base64 32/
    expect(() => new SecretBox([value])).toThrow(how)
    expect(() => new SecretBox([value])).toThrow(expect.objectContaining({ stack: expect.not.stringContaining(value) }))
  })
})
