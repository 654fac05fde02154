import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Measure } from "./measure"
import { markdownOf } from "./table"

const ROOT = join(__dirname, "..", "..", "..")
const RESULTS = join(ROOT, "bench", "results.json")
const PAGE = join(ROOT, "docs", "benchmarks.md")
const [BEGIN, END] = ["<!-- bench: begin -->\n", "\n<!-- bench: end -->"]

/** Writes a part's measures to bench/results.json. docs/benchmarks.md describes the format. */
export function keepResults(part: string, measures: readonly Measure[]): void {
  mkdirSync(dirname(RESULTS), { recursive: true })
  writeFileSync(RESULTS, `${JSON.stringify({ measures: withPart(keptResults(), part, measures) }, null, 2)}\n`)
}

/** Replaces the measures of a part. The name of each must begin with the part's name. */
export function withPart(kept: readonly Measure[], part: string, measures: readonly Measure[]): Measure[] {
  const isOfPart = ({ name }: Measure): boolean => name.startsWith(`${part}:`)
  if (!measures.every(isOfPart)) throw new Error(`a measure of ${part} has another name`)
  const first = kept.findIndex(isOfPart)
  const others = kept.filter((one) => !isOfPart(one))
  const at = first < 0 ? others.length : first
  return [...others.slice(0, at), ...measures, ...others.slice(at)]
}

/** The last results of each part; empty before the first run. */
export const keptResults = (): Measure[] =>
  existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")).measures : []

/** Splits the page at the table's two marks. Throws if one is missing or there twice. */
function split(page: string): [before: string, table: string, after: string] {
  const [before, rest, ...more] = page.split(BEGIN)
  const [table, after, ...others] = (rest ?? "").split(END)
  if (before === undefined || table === undefined || after === undefined || more.length + others.length > 0) {
    throw new Error(`docs/benchmarks.md needs one ${BEGIN.trim()} and one ${END.trim()} after it`)
  }
  return [before, table, after]
}

export const documentedTable = (): string => split(readFileSync(PAGE, "utf8"))[1]

/** Writes the stored results into docs/benchmarks.md. */
export function writeTable(): void {
  const [before, , after] = split(readFileSync(PAGE, "utf8"))
  writeFileSync(PAGE, before + BEGIN + markdownOf(keptResults()) + END + after)
}
