import { keptResults, readmeTable } from "../../integration-tests/bench/support/results"
import { markdownOf } from "../../integration-tests/bench/support/table"

describe("README's table of speed", () => {
  it("says what the last whole run of the benchmarks measured, and nothing else", () => {
    expect(readmeTable()).toBe(markdownOf(keptResults()))
  })
})
