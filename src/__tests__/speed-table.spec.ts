import { documentedTable, keptResults, tableOf } from "../../integration-tests/bench/support/results"

it("docs/benchmarks.md contains exactly the table of the last results", () => {
  expect(documentedTable()).toBe(tableOf(keptResults()))
})
