import { keptResults, readmeTable } from "../../integration-tests/bench/support/results"
import { markdownOf } from "../../integration-tests/bench/support/table"

describe("README's table of speed", () => {
  it("says what each benchmark measured last, and nothing else", () => {
    expect(readmeTable()).toBe(markdownOf(keptResults()))
  })
})
