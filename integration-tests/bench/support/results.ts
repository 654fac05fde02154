import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Measure } from "./measure"
import { markdownOf } from "./table"

const ROOT = join(__dirname, "..", "..", "..")
const RESULTS = join(ROOT, "bench", "results.json")
const README = join(ROOT, "README.md")
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

/** Where README's table begins and ends. Throws where its two marks are not there, each once. */
function split(readme: string): [before: string, table: string, after: string] {
  const [before, rest, ...more] = readme.split(BEGIN)
  const [table, after, ...others] = (rest ?? "").split(END)
  if (before === undefined || table === undefined || after === undefined || more.length + others.length > 0) {
    throw new Error(`README.md has not one ${BEGIN.trim()} and one ${END.trim()} after it`)
  }
  return [before, table, after]
}

export const readmeTable = (): string => split(readFileSync(README, "utf8"))[1]

/** Puts the kept results into README. */
export function writeReadmeTable(): void {
  const [before, , after] = split(readFileSync(README, "utf8"))
  writeFileSync(README, before + BEGIN + markdownOf(keptResults()) + END + after)
}
