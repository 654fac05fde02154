import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Measure } from "./measure"
import { markdownOf } from "./table"

const ROOT = join(__dirname, "..", "..", "..")
const RESULTS = join(ROOT, "bench", "results.json")
const PAGE = join(ROOT, "docs", "benchmarks.md")
const [BEGIN, END] = ["<!-- bench: begin -->\n", "\n<!-- bench: end -->"]

/**
 * Writes a part's measures to what is kept: `{ measures: [{ name, ratio, target, ok, ours, theirs, unit, runs }] }`. `ours` and `theirs` are a median with
 * the quartiles `low` and `high`, in `unit`; `ratio` is the one median over the other; `runs` are those of each. What is
 * only told, since nothing was promised of it, has null for `target` and `ok`.
 */
export function keepResults(part: string, measures: readonly Measure[]): void {
  mkdirSync(dirname(RESULTS), { recursive: true })
  writeFileSync(RESULTS, `${JSON.stringify({ measures: withPart(keptResults(), part, measures) }, null, 2)}\n`)
}

/** A part's measures take the place of those that it had before; each one's name begins with the part's. */
export function withPart(kept: readonly Measure[], part: string, measures: readonly Measure[]): Measure[] {
  const isOfPart = ({ name }: Measure): boolean => name.startsWith(`${part}:`)
  if (!measures.every(isOfPart)) throw new Error(`a measure of ${part} has another name`)
  const first = kept.findIndex(isOfPart)
  const others = kept.filter((one) => !isOfPart(one))
  const at = first < 0 ? others.length : first
  return [...others.slice(0, at), ...measures, ...others.slice(at)]
}

/** What each part measured last: nothing before the first run. */
export const keptResults = (): Measure[] =>
  existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")).measures : []

/** Splits the page at the table's two marks. Throws unless each is there once. */
function split(page: string): [before: string, table: string, after: string] {
  const [before, rest, ...more] = page.split(BEGIN)
  const [table, after, ...others] = (rest ?? "").split(END)
  if (before === undefined || table === undefined || after === undefined || more.length + others.length > 0) {
    throw new Error(`docs/benchmarks.md needs one ${BEGIN.trim()} and one ${END.trim()} after it`)
  }
  return [before, table, after]
}

export const documentedTable = (): string => split(readFileSync(PAGE, "utf8"))[1]

/** Writes the kept results into docs/benchmarks.md. */
export function writeTable(): void {
  const [before, , after] = split(readFileSync(PAGE, "utf8"))
  writeFileSync(PAGE, before + BEGIN + markdownOf(keptResults()) + END + after)
}
