import { documentedTable, keptResults } from "../../integration-tests/bench/support/results"
import { markdownOf } from "../../integration-tests/bench/support/table"

it("docs/benchmarks.md has the table of the last results, and nothing else", () => {
  expect(documentedTable()).toBe(markdownOf(keptResults()))
})
