import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Measure } from "./measure"

const ROOT = join(__dirname, "..", "..", "..")
const RESULTS = join(ROOT, "bench", "results.json")
const PAGE = join(ROOT, "docs", "benchmarks.md")
const MARKED = /(<!-- bench: begin -->\n)([\s\S]*)(\n<!-- bench: end -->)/

export const keptResults = (): Measure[] => JSON.parse(readFileSync(RESULTS, "utf8")).measures

/** The table in docs/benchmarks.md. Throws if its marks are missing. */
export function documentedTable(): string {
  const [, , table] = MARKED.exec(readFileSync(PAGE, "utf8")) ?? []
  if (table === undefined) throw new Error("docs/benchmarks.md has no marks for the table")
  return table
}

/** Replaces the measures of one benchmark, or adds them at the end, and writes the table. */
export function keepResults(bench: string, measures: readonly Measure[]): void {
  const isOfBench = ({ name }: Measure): boolean => name.startsWith(`${bench}:`)
  const kept = keptResults()
  const first = kept.findIndex(isOfBench)
  const others = kept.filter((one) => !isOfBench(one))
  others.splice(first < 0 ? others.length : first, 0, ...measures)
  writeFileSync(RESULTS, `${JSON.stringify({ measures: others }, null, 2)}\n`)
  writeFileSync(
    PAGE,
    readFileSync(PAGE, "utf8").replace(MARKED, (_, begin, _table, end) => begin + tableOf(others) + end),
  )
}

/** The measures as a Markdown table: medians, with quartiles in brackets. */
export function tableOf(measures: readonly Measure[]): string {
  const rows = measures.map(({ name, ours, theirs, unit, ratio, target, ok }) => [
    name,
    spread(ours),
    spread(theirs),
    unit,
    String(Number(ratio.toPrecision(3))),
    `${target} ${ok ? "✓" : "✗"}`,
  ])
  const lines = [["Measure", "Ours", "Theirs", "Unit", "Ratio", "Target"], Array(6).fill("---"), ...rows]
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

const number = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3)))

const spread = ({ median, low, high }: Measure["ours"]): string =>
  low === high ? number(median) : `${number(median)} (${number(low)}–${number(high)})`
