import * as fc from "fast-check"

/** Every run tests the same cases. PROPERTY_SEED sets another seed; a failure prints the seed that reproduces it. */
const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_301)

/** Mutation tests repeat every property thousands of times, so they check fewer cases and look for no smallest one. */
const COUNTING_MUTANTS = process.env.STRYKER_MUTATOR_WORKER !== undefined

/** FUZZ=1 checks thirty times as many cases. */
const FACTOR = process.env.FUZZ ? 30 : COUNTING_MUTANTS ? 0.2 : 1

/** Checks a property with `cases` cases; throws with the smallest failing case and its seed. */
export function holds<Case>(property: fc.IProperty<Case>, cases = 100): void {
  fc.assert(property, { seed: SEED, numRuns: Math.ceil(cases * FACTOR), endOnFailure: COUNTING_MUTANTS })
}

/** Hostile text of any UTF-16 code units, with lone surrogates and NUL; ASCII is the most frequent. */
export const anyText = (maxLength = 60, minLength = 0): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xffff })), { minLength, maxLength })
    .map((units) => String.fromCharCode(...units))
