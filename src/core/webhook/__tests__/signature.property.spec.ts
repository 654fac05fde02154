import * as fc from "fast-check"
import { anyText, holds } from "../../__tests__/properties"
import { signatureOf, verifySignature } from "../signature"

const body = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
const secret = fc.string({ minLength: 1, maxLength: 80 })
const now = fc.integer({ min: 1_000_000_000, max: 99_999_999_999 })
const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 })
const PROBLEMS = ["signature_missing", "signature_malformed", "signature_stale", "signature_mismatch"]

const delivery = fc.record({ body, secret, now }).map((sent) => {
  const mac = signatureOf(String(sent.now), sent.body, sent.secret)
  return { ...sent, mac, header: `t=${sent.now},v1=${mac}` }
})

describe("a manipulated delivery", () => {
  it("is refused if one bit of its body is flipped, or one byte is added or removed", () => {
    holds(
      fc.property(delivery, fc.nat(), fc.nat({ max: 7 }), fc.nat({ max: 255 }), (sent, place, bit, byte) => {
        const { length } = sent.body
        const at = place % (length + 1)
        const changed = [Buffer.concat([sent.body.subarray(0, at), Buffer.from([byte]), sent.body.subarray(at)])]
        if (at < length) {
          const turned = Buffer.from(sent.body)
          turned.writeUInt8(turned.readUInt8(at) ^ (1 << bit), at)
          changed.push(turned, Buffer.concat([sent.body.subarray(0, at), sent.body.subarray(at + 1)]))
        }
        for (const one of changed)
          expect(verifySignature(one, sent.header, [sent.secret], sent.now)).toBe("signature_mismatch")
      }),
    )
  })

  it("is refused if one character of its MAC is changed, added or removed", () => {
    const character = fc.constantFrom(..."0123456789abcdefABCDEF g-é")
    holds(
      fc.property(delivery, fc.nat({ max: 63 }), character, (sent, at, other) => {
        const { mac } = sent
        fc.pre(mac[at] !== other)
        const [before, after] = [mac.slice(0, at), mac.slice(at + 1)]
        for (const one of [before + other + after, before + after, `${before}0${mac.slice(at)}`]) {
          const header = `t=${sent.now},v1=${one}`
          expect(verifySignature(sent.body, header, [sent.secret], sent.now)).toBe("signature_mismatch")
        }
      }),
    )
  })
})

it("a forger without a secret gets a known refusal code for any header, and never an exception", () => {
  const piece = fc.oneof(fc.constantFrom("t", "v1", "=", ",", " ", "1700000000", "v0"), hex, anyText(5))
  const joined = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""))
  holds(
    fc.property(fc.oneof(anyText(200), joined), body, fc.array(secret, { maxLength: 2 }), (text, sent, secrets) => {
      expect(PROBLEMS).toContain(verifySignature(sent, text, secrets, 1_700_000_000))
    }),
    300,
  )
})
