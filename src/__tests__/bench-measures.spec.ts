import { measureOf, measureOfDifference, onlyFigure } from "../../integration-tests/bench/support/measure"
import { withPart } from "../../integration-tests/bench/support/results"
import { quantile } from "../../integration-tests/bench/support/statistics"
import { markdownOf } from "../../integration-tests/bench/support/table"

/** Tests that a benchmark can miss its target, and reports it. */
describe("a benchmark's figures", () => {
  it.each([
    [[1, 2, 3, 4], 0.5, 2.5],
    [[4, 1, 3], 0.5, 3],
    [[10], 0.99, 10],
    [[0, 100], 0.95, 95],
  ])("of %j have for the share %d the quantile %d", (values, share, expected) => {
    expect(quantile(values, share)).toBe(expected)
  })

  it("cannot be made from no values", () => {
    expect(() => quantile([], 0.5)).toThrow("nothing was measured")
  })

  it.each([
    [{ atMost: 1.2 }, 120, true],
    [{ atMost: 1.2 }, 120.04, false],
    [{ atLeast: 1.3 }, 130, true],
    [{ atLeast: 1.3 }, 129.99, false],
  ])("meet or miss the target %j by the unrounded ratio of their medians", (target, ours, ok) => {
    const samples = { ours: [ours, ours, 1e9], theirs: [100, 100, 1] }
    expect(measureOf("a", "ms", samples, target)).toMatchObject({ ratio: Number((ours / 100).toPrecision(4)), ok })
  })

  it("are judged by their difference if the target is a difference", () => {
    expect(measureOfDifference("a", "MiB", { ours: [120], theirs: [100] }, 20).ok).toBe(true)
    expect(measureOfDifference("a", "MiB", { ours: [120.1], theirs: [100] }, 20).ok).toBe(false)
  })

  it("are judged alone if the target is for our figure alone, and fail if it is not a number", () => {
    const judged = (ours: number) => onlyFigure("a", "ms", { ours, theirs: 5000, runs: 1 }, { under: 1000 }).ok
    expect([judged(999), judged(1000), judged(Number.NaN)]).toEqual([true, false, false])
  })

  it("replace the earlier figures of the same benchmark, and no others", () => {
    const named = (...names: string[]) => names.map((name) => onlyFigure(name, "ms", { ours: 1, theirs: 2, runs: 1 }))
    const names = (kept: ReturnType<typeof named>) => kept.map(({ name }) => name)
    const kept = named("verify: a", "client: b", "client: c", "clients: d")
    expect(names(withPart(kept, "client", named("client: e")))).toEqual(["verify: a", "client: e", "clients: d"])
    expect(names(withPart(kept, "claim", named("claim: e")))).toEqual([...names(kept), "claim: e"])
    expect(() => withPart(kept, "claim", named("client: e"))).toThrow("a measure of claim has another name")
  })

  it("appear in the table with a verdict, or without one if they have no target", () => {
    const samples = { ours: [1, 2, 3], theirs: [4, 4, 4] }
    expect(markdownOf([measureOf("a", "ms", samples, { atMost: 0.4 }), measureOf("b", "ms", samples)])).toBe(
      [
        "| Measure | Ours | Theirs | Unit | Ratio | Target |",
        "| --- | --- | --- | --- | --- | --- |",
        "| a | 2 (1.5–2.5) | 4 | ms | 0.5 | <= 0.4 ✗ |",
        "| b | 2 (1.5–2.5) | 4 | ms | 0.5 | – |",
      ].join("\n"),
    )
  })
})
