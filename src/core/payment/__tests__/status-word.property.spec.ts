import * as fc from "fast-check"
import { anyText, holds, spelled } from "../../__tests__/properties"
import { isAmong } from "../status-word"

describe("a status word", () => {
  const words = fc.array(anyText(12), { maxLength: 4 })

  it("means cleared in any letter case, with blanks around it, and anywhere in the configured list", () => {
    const blanks = fc.constantFrom("", " ", "\t", " \n")
    const spelling = fc
      .constantFrom("completed", "paid", "CLEARED-up")
      .chain((word) => fc.tuple(fc.constant(word), spelled(word), spelled(word)))
    holds(
      fc.property(words, words, spelling, blanks, (before, behind, [, given, configured], blank) => {
        const cleared = [...before, `${blank}${configured}`, ...behind]
        expect(isAmong(`${blank}${given}${blank}`, cleared)).toBe(true)
      }),
    )
  })

  it("does not mean cleared if it is longer or shorter than a configured word", () => {
    const more = fc.string({ unit: fc.constantFrom(..."abcdet_-1"), minLength: 1, maxLength: 5 })
    holds(
      fc.property(more, fc.nat({ max: 8 }), (extra, cut) => {
        expect(isAmong(`completed${extra}`, ["completed"])).toBe(false)
        expect(isAmong(`${extra}completed`, ["completed"])).toBe(false)
        expect(isAmong("completed".slice(0, cut), ["completed"])).toBe(false)
        expect(isAmong(`completed${extra}`, [])).toBe(false)
      }),
    )
  })
})
