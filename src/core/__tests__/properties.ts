import * as fc from "fast-check"

/** The same cases in every run. Another seed is tried with PROPERTY_SEED; a failure prints the one that shows it again. */
const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_301)

/** Where mutants are counted, that a property fails is enough, and the search for its smallest case would be wasted. */
const COUNTING_MUTANTS = process.env.STRYKER_MUTATOR_WORKER !== undefined

/** Holds a property against `numRuns` cases; throws with the smallest case that breaks it, and its seed. */
export function holds<Case>(property: fc.IProperty<Case>, numRuns = 300): void {
  fc.assert(property, { seed: SEED, numRuns, endOnFailure: COUNTING_MUTANTS })
}

/** Text as the worst of senders would write it, lone surrogates, NUL and all: of UTF-16's units, ASCII the oftenest. */
export const anyText = (maxLength = 60, minLength = 0): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xffff })), { minLength, maxLength })
    .map((units) => String.fromCharCode(...units))

/** One of a text's spellings in capitals and small letters. */
export const spelled = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((capitals) =>
      [...text].map((letter, index) => (capitals[index] ? letter.toUpperCase() : letter.toLowerCase())).join(""),
    )
