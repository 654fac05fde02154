import { documentedTable, keptResults } from "../../integration-tests/bench/support/results"
import { markdownOf } from "../../integration-tests/bench/support/table"

it("docs/benchmarks.md contains exactly the table of the last results", () => {
  expect(documentedTable()).toBe(markdownOf(keptResults()))
})
