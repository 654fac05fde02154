import { totalsRange } from "../reports"

const NOW = new Date("2026-03-14T23:59:59.999Z")

describe("the days of totals", () => {
  it.each([
    ["the current month and the eleven before it", {}, "2025-04-01", "2026-03-14"],
    ["twelve months up to the last day", { to: "2025-02-28" }, "2024-03-01", "2025-02-28"],
    ["from the first day until today", { from: "2026-03-14" }, "2026-03-14", "2026-03-14"],
    ["a tax year", { from: "2024-04-06", to: "2025-04-05" }, "2024-04-06", "2025-04-05"],
    ["two whole years", { from: "2024-01-01", to: "2025-12-31" }, "2024-01-01", "2025-12-31"],
    ["two years from a leap day", { from: "2024-02-29", to: "2026-02-28" }, "2024-02-29", "2026-02-28"],
  ])("are %s", (_, asked, from, to) => {
    const since = new Date(`${from}T00:00:00.000Z`)
    // The whole last day, in UTC.
    const until = new Date(Date.parse(`${to}T00:00:00.000Z`) + 86_400_000)
    expect(totalsRange(asked, NOW)).toMatchObject({ from, to, since, until })
  })

  it.each([
    ["end before they begin", { from: "2026-03-02", to: "2026-03-01" }],
    ["begin after today and have no end", { from: "2026-03-15" }],
    ["are one day more than two years", { from: "2024-01-01", to: "2026-01-01" }],
    ["begin more than two years ago and have no end", { from: "2024-03-14" }],
  ])("are refused if they %s", (_, asked) => {
    expect(totalsRange(asked, NOW)).toBeUndefined()
  })
})
