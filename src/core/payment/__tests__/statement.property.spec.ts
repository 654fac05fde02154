import * as fc from "fast-check"
import { holds } from "../../__tests__/properties"
import { runningBalance, type StatementEntry, type StatementLine } from "../reports"

const minor = fc.bigInt({ min: 0n, max: 10n ** 20n })
const entry: fc.Arbitrary<StatementEntry> = fc.record({ kind: fc.constantFrom("payment", "payout"), minor })
const entries = fc.array(entry, { maxLength: 30 })
const sum = (amounts: readonly (bigint | null)[]) => amounts.reduce<bigint>((all, one) => all + (one ?? 0n), 0n)
const linesOf = (opening: bigint, given: readonly StatementEntry[]): StatementLine[] =>
  given.map(runningBalance(opening))
const closing = (opening: bigint, lines: readonly StatementLine[]) => lines.at(-1)?.balance ?? opening
const totalOf = (given: readonly StatementEntry[], wanted: StatementEntry["kind"]) =>
  sum(given.filter(({ kind }) => kind === wanted).map(({ minor }) => minor))

describe("a statement", () => {
  it("adds up to the totals: credits to the payments, debits to the payouts, and the balance to their difference", () => {
    holds(
      fc.property(minor, entries, (opening, given) => {
        const lines = linesOf(opening, given)
        const [credits, debits] = [sum(lines.map(({ credit }) => credit)), sum(lines.map(({ debit }) => debit))]
        expect([credits, debits]).toEqual([totalOf(given, "payment"), totalOf(given, "payout")])
        expect(closing(opening, lines)).toBe(opening + credits - debits)
        for (const { credit, debit } of lines) expect([credit, debit]).toContain(null)
      }),
    )
  })

  it("says the same in two parts: the first one's last balance opens the second", () => {
    holds(
      fc.property(minor, entries, entries, (opening, first, second) => {
        const before = linesOf(opening, first)
        const after = linesOf(closing(opening, before), second)
        expect([...before, ...after]).toEqual(linesOf(opening, [...first, ...second]))
      }),
    )
  })
})
