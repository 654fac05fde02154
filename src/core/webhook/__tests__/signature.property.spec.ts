import { createHmac } from "node:crypto"
import * as fc from "fast-check"
import { anyText, holds } from "../../__tests__/properties"
import { parseSignatureHeader, signatureOf, TOLERANCE_SECONDS, verifySignature } from "../signature"

const body = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
const secret = fc.string({ minLength: 1, maxLength: 80 })
const now = fc.integer({ min: 1_000_000_000, max: 99_999_999_999 })
const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 })
/** Wrong v1 values next to the right one: other MACs, shorter ones, other alphabets. */
const otherMac = fc.oneof(
  hex,
  anyText(70).map((text) => text.replaceAll(/[,=]/g, "")),
)
const otherPair = fc.constantFrom("v0=abc", "v2=def==", "extra=", " scheme = x ", "V1=y", "T=1")

const PROBLEMS = [undefined, "signature_missing", "signature_malformed", "signature_stale", "signature_mismatch"]

const delivery = fc.record({ body, secret, now }).map((sent) => {
  const mac = signatureOf(String(sent.now), sent.body, sent.secret)
  return { ...sent, mac, header: `t=${sent.now},v1=${mac}` }
})

describe("signatureOf", () => {
  const hmac = (time: string, message: Buffer | string, key: string) =>
    createHmac("sha256", key).update(`${time}.`).update(message).digest("hex")

  it("equals Node's HMAC-SHA-256 for any keys, bodies and texts of the time", () => {
    const keys = fc.array(fc.oneof(fc.string({ maxLength: 80 }), anyText(200)), { minLength: 1, maxLength: 3 })
    const bodies = fc.array(fc.oneof(body, anyText(100)), { minLength: 1, maxLength: 3 })
    holds(
      fc.property(keys, bodies, anyText(15), (secrets, messages, time) => {
        // One after the other, twice, so that no call affects the next one.
        for (const message of [...messages, ...messages]) {
          for (const key of secrets) expect(signatureOf(time, message, key)).toBe(hmac(time, message, key))
        }
      }),
    )
  })

  it.each([0, 1, 55, 56, 63, 64, 65, 8_100, 8_115, 8_116, 8_117, 8_118, 8_150, 8_192, 65_536])(
    "equals Node's HMAC-SHA-256 for a body of %i bytes",
    (length) => {
      const message = Buffer.alloc(length, "é")
      for (const time of ["1", "1700000000", "é€😀"]) {
        for (const size of [1, 63, 64, 65, 128, 300]) {
          const key = "k".repeat(size)
          expect(signatureOf(time, message, key)).toBe(hmac(time, message, key))
        }
      }
    },
  )

  it("equals Node's HMAC-SHA-256 when a hundred secrets alternate", () => {
    const keys = Array.from({ length: 100 }, (_, index) => `endpoint-secret-${index}`)
    for (const key of [...keys, ...keys]) expect(signatureOf("1", "{}", key)).toBe(hmac("1", "{}", key))
  })
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

  it("is accepted only if its time differs by at most the tolerance, early or late", () => {
    const difference = fc.oneof(
      fc.integer({ min: -1000, max: 1000 }),
      fc.constantFrom(-301, -300, 300, 301),
      fc.double({ min: -1000, max: 1000, noNaN: true }),
    )
    holds(
      fc.property(delivery, difference, (sent, seconds) => {
        const clock = sent.now + seconds
        const expected = Math.abs(clock - sent.now) <= TOLERANCE_SECONDS ? undefined : "signature_stale"
        expect(verifySignature(sent.body, sent.header, [sent.secret], clock)).toBe(expected)
      }),
    )
  })

  it("is refused if the clock is not a finite number", () => {
    holds(
      fc.property(delivery, fc.constantFrom(Number.NaN, Infinity, -Infinity), (sent, clock) => {
        expect(verifySignature(sent.body, sent.header, [sent.secret], clock)).toBe("signature_stale")
      }),
      30,
    )
  })
})

describe("a manipulated delivery", () => {
  it("is refused if one bit of its body is flipped, or one byte is added or removed", () => {
    holds(
      fc.property(
        delivery,
        fc.nat(),
        fc.integer({ min: 0, max: 7 }),
        fc.nat({ max: 255 }),
        (sent, place, bit, byte) => {
          const { length } = sent.body
          const at = place % (length + 1)
          const longer = Buffer.concat([sent.body.subarray(0, at), Buffer.from([byte]), sent.body.subarray(at)])
          const changed = [longer]
          if (at < length) {
            const turned = Buffer.from(sent.body)
            turned.writeUInt8(turned.readUInt8(at) ^ (1 << bit), at)
            changed.push(turned, Buffer.concat([sent.body.subarray(0, at), sent.body.subarray(at + 1)]))
          }
          for (const one of changed) {
            expect(verifySignature(one, sent.header, [sent.secret], sent.now)).toBe("signature_mismatch")
          }
        },
      ),
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
          const changed = [
            mac.slice(0, at) + character + mac.slice(at + 1),
            mac.slice(0, at) + mac.slice(at + 1),
            `${mac.slice(0, at)}0${mac.slice(at)}`,
          ]
          for (const one of changed) {
            expect(verifySignature(sent.body, `t=${sent.now},v1=${one}`, [sent.secret], sent.now)).toBe(
              "signature_mismatch",
            )
          }
        },
      ),
    )
  })

  it("is refused with another time within the tolerance, or with a leading zero in its time", () => {
    holds(
      fc.property(delivery, fc.integer({ min: -300, max: 300 }), (sent, seconds) => {
        const later = seconds === 0 ? `0${sent.now}` : String(sent.now + seconds)
        expect(verifySignature(sent.body, `t=${later},v1=${sent.mac}`, [sent.secret], sent.now)).toBe(
          "signature_mismatch",
        )
      }),
    )
  })

  it("is refused if the last digit of its time moves into its body", () => {
    holds(
      fc.property(delivery, (sent) => {
        const time = String(sent.now)
        const moved = Buffer.concat([Buffer.from(`${time.slice(-1)}.`), sent.body])
        const clock = Number(time.slice(0, -1))
        const header = `t=${clock},v1=${sent.mac}`
        expect(verifySignature(moved, header, [sent.secret], clock)).toBe("signature_mismatch")
      }),
      100,
    )
  })
})

describe("a forger without a secret", () => {
  it("is refused with any MACs", () => {
    holds(
      fc.property(
        body,
        fc.array(secret, { maxLength: 3 }),
        now,
        fc.array(otherMac, { minLength: 1 }),
        (sent, secrets, clock, macs) => {
          const header = [`t=${clock}`, ...macs.map((mac) => `v1=${mac}`)].join(",")
          expect(["signature_mismatch", "signature_malformed"]).toContain(verifySignature(sent, header, secrets, clock))
        },
      ),
    )
  })

  it("is refused by a store with only empty secrets, even with the MAC of an empty key", () => {
    holds(
      fc.property(body, now, fc.array(fc.constant(""), { maxLength: 3 }), (sent, clock, secrets) => {
        const header = `t=${clock},v1=${signatureOf(String(clock), sent, "")}`
        expect(verifySignature(sent, header, secrets, clock)).toBe("signature_mismatch")
      }),
      50,
    )
  })

  it("gets a known refusal code for any header, and never an exception", () => {
    const near = fc.array(fc.oneof(fc.constantFrom("t", "v1", "=", ",", " ", "1700000000", "v0"), hex, anyText(5)), {
      maxLength: 12,
    })
    const header = fc.oneof(
      anyText(200),
      near.map((parts) => parts.join("")),
    )
    holds(
      fc.property(header, body, fc.array(secret, { maxLength: 2 }), (text, sent, secrets) => {
        expect(PROBLEMS.slice(1)).toContain(verifySignature(sent, text, secrets, 1_700_000_000))
      }),
      2000,
    )
  })
})

describe("a signature header", () => {
  it("is read with its time as written and every v1 in order, with or without spaces", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 12 })
    const blank = fc.constantFrom("", " ", "  ")
    holds(
      fc.property(
        digits,
        fc.array(hex, { minLength: 1, maxLength: 5 }),
        blank,
        fc.boolean(),
        (timestamp, macs, gap, last) => {
          const signed = macs.map((mac) => `${gap}v1${gap}=${gap}${mac}${gap}`)
          const time = `${gap}t${gap}=${gap}${timestamp}${gap}`
          const header = (last ? [...signed, time] : [time, ...signed]).join(",")
          expect(parseSignatureHeader(header)).toEqual({ timestamp, macs })
        },
      ),
    )
  })

  it("is refused if it has two different times", () => {
    holds(
      fc.property(delivery, fc.integer({ min: -400, max: 400 }), fc.boolean(), (sent, seconds, first) => {
        fc.pre(seconds !== 0)
        const other = `t=${sent.now + seconds}`
        const header = first ? `${other},${sent.header}` : `${sent.header},${other}`
        expect(verifySignature(sent.body, header, [sent.secret], sent.now)).toBe("signature_malformed")
      }),
    )
  })
})
