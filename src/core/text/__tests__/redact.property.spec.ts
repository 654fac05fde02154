import * as fc from "fast-check"
import { holds } from "../../__tests__/properties"
import { errorLine, redact } from "../redact"

/** Letters that "[redacted]" and "unknown error" do not contain, so that any letter found comes from the secret. */
const secret = fc.string({ unit: fc.constantFrom(..."QXZ01289$&.*+(\\"), minLength: 4, maxLength: 40 })
const secrets = fc.array(secret, { minLength: 1, maxLength: 4 })
const others = fc.constantFrom("error: ", " at ", "\n", "key=", "-", "é", "")

/** Text that contains each secret at least once, side by side or apart. */
const leaking = secrets.chain((values) =>
  fc
    .tuple(fc.shuffledSubarray([...values, ...values], { minLength: values.length * 2 }), fc.array(others))
    .map(([some, between]) => ({ values, text: some.map((value, index) => value + (between[index] ?? "")).join("") })),
)

describe("a current secret", () => {
  it("never remains in redacted text, at any position and next to any other text", () => {
    holds(
      fc.property(leaking, ({ values, text }) => {
        const clean = redact(text, values)
        for (const value of values) expect(clean.includes(value)).toBe(false)
      }),
      200,
    )
  })

  it("never appears in an error line, not even in part where the line is shortened", () => {
    const filler = fc.string({ unit: fc.constantFrom(..."abc \n"), maxLength: 1200 })
    const spaced = fc.array(secret, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("  \t"))
    holds(
      fc.property(filler, spaced, filler, (before, value, behind) => {
        for (const error of [new Error(before + value + behind), before + value + behind]) {
          expect(errorLine(error, [value])).not.toMatch(/[QXZ01289$&*+(\\]/)
        }
      }),
    )
  })
})
