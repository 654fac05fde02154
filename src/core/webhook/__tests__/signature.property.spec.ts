import * as fc from "fast-check"
import { anyText, holds } from "../../__tests__/properties"
import { signatureOf, verifySignature } from "../signature"

const body = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
const secret = fc.string({ minLength: 1, maxLength: 80 })
const now = fc.integer({ min: 1_000_000_000, max: 99_999_999_999 })
const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 })
/** Wrong v1 values next to the right one: other MACs, shorter ones, other alphabets. */
const text = anyText(70).map((one) => one.replaceAll(/[,=]/g, ""))
const otherMac = fc.oneof(hex, text)
const otherPair = fc.constantFrom("v0=abc", "v2=def==", "extra=", " scheme = x ", "V1=y", "T=1")

const PROBLEMS = [undefined, "signature_missing", "signature_malformed", "signature_stale", "signature_mismatch"]

const delivery = fc.record({ body, secret, now }).map((sent) => {
  const mac = signatureOf(String(sent.now), sent.body, sent.secret)
  return { ...sent, mac, header: `t=${sent.now},v1=${mac}` }
})

describe("a delivery with the right signature", () => {
  it("is accepted with the right v1 at any position among other v1 values and schemes", () => {
    const others = fc.array(otherMac, { maxLength: 5 })
    const beside = fc.array(otherPair, { maxLength: 3 })
    holds(
      fc.property(delivery, others, beside, fc.nat(), (sent, macs, pairs, place) => {
        const parts = [`t=${sent.now}`, ...pairs, ...macs.map((mac) => `v1=${mac}`)]
        parts.splice(place % (parts.length + 1), 0, `v1=${sent.mac}`)
        expect(verifySignature(sent.body, parts.join(","), [sent.secret], sent.now)).toBeUndefined()
      }),
    )
  })

  it("is accepted if its secret is one of the current ones, and refused if it is not", () => {
    holds(
      fc.property(delivery, fc.array(secret, { maxLength: 4 }), fc.nat(), (sent, others, place) => {
        const inForce = others.filter((other) => other !== sent.secret)
        expect(verifySignature(sent.body, sent.header, inForce, sent.now)).toBe("signature_mismatch")
        inForce.splice(place % (inForce.length + 1), 0, sent.secret)
        expect(verifySignature(sent.body, sent.header, inForce, sent.now)).toBeUndefined()
      }),
    )
  })
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
    holds(
      fc.property(
        delivery,
        fc.nat({ max: 63 }),
        fc.constantFrom(..."0123456789abcdefABCDEF g-é"),
        (sent, at, character) => {
          const { mac } = sent
          fc.pre(mac[at] !== character)
          const [before, after] = [mac.slice(0, at), mac.slice(at + 1)]
          for (const one of [before + character + after, before + after, `${before}0${mac.slice(at)}`]) {
            const header = `t=${sent.now},v1=${one}`
            expect(verifySignature(sent.body, header, [sent.secret], sent.now)).toBe("signature_mismatch")
          }
        },
      ),
    )
  })
})

describe("a forger without a secret", () => {
  it("gets a known refusal code for any header, and never an exception", () => {
    const near = fc.array(fc.oneof(fc.constantFrom("t", "v1", "=", ",", " ", "1700000000", "v0"), hex, anyText(5)), {
      maxLength: 12,
    })
    const joined = near.map((parts) => parts.join(""))
    holds(
      fc.property(fc.oneof(anyText(200), joined), body, fc.array(secret, { maxLength: 2 }), (text, sent, secrets) => {
        expect(PROBLEMS.slice(1)).toContain(verifySignature(sent, text, secrets, 1_700_000_000))
      }),
      300,
    )
  })
})
