import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Measure } from "./measure"
import { markdownOf } from "./table"

const ROOT = join(__dirname, "..", "..", "..")
const RESULTS = join(ROOT, "bench", "results.json")
const README = join(ROOT, "README.md")
const [BEGIN, END] = ["<!-- bench: begin -->\n", "\n<!-- bench: end -->"]

/**
 * Writes `{ measures: [{ name, ratio, target, ok, ours, theirs, unit, runs }] }`. `ours` and `theirs` are a median with
 * the quartiles `low` and `high`, in `unit`; `ratio` is the one median over the other; `runs` are those of each. What is
 * only told, since nothing was promised of it, has null for `target` and `ok`.
 */
export function keepResults(measures: readonly Measure[]): void {
  mkdirSync(dirname(RESULTS), { recursive: true })
  writeFileSync(RESULTS, `${JSON.stringify({ measures }, null, 2)}\n`)
}

/** What the last whole run measured: nothing before the first one. */
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
