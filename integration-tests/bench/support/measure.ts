import type { Cleanup } from "./store"

/** `quick` makes fewer and shorter runs, to check that the benchmark works. */
export type Bench = { title: string; run: (setting: { quick: boolean; cleanup: Cleanup }) => Promise<Measure[]> }

/** A row of the table. */
export type Measure = { cells: string[]; ok: boolean }

type Pair<T = number> = { ours: T[]; theirs: T[] }

/** `under` is about ours alone; `moreAtMost` about the difference of the medians. Both are in the unit. */
type Target = { ratioAtLeast: number } | { ratioAtMost: number } | { under: number } | { moreAtMost: number }

/** Runs both in turns, each first in every other, so that a slow machine slows both. Discards the first turns. */
export async function inTurns<T>(
  variants: { ours: () => Promise<T> | T; theirs: () => Promise<T> | T },
  { runs, warmUps = 1 }: { runs: number; warmUps?: number },
): Promise<Pair<T>> {
  const samples: Pair<T> = { ours: [], theirs: [] }
  for (let turn = 0; turn < warmUps + runs; turn++) {
    const order = turn % 2 === 0 ? (["ours", "theirs"] as const) : (["theirs", "ours"] as const)
    for (const one of order) samples[one].push(await variants[one]())
  }
  return { ours: samples.ours.slice(warmUps), theirs: samples.theirs.slice(warmUps) }
}

/** Selects one figure of runs that return several. */
export const figures = <T>({ ours, theirs }: Pair<T>, read: (run: T) => number): Pair => ({
  ours: ours.map(read),
  theirs: theirs.map(read),
})

/** Compares the medians with the target before they are rounded: 1.2004 is more than 1.2. */
export function measure(name: string, unit: string, { ours, theirs }: Pair, target: Target): Measure {
  const [our, their] = [quantile(ours, 0.5), quantile(theirs, 0.5)]
  const [words, ok] = judge(our, their, target)
  return { ok, cells: [name, spread(ours), spread(theirs), unit, number(our / their), `${words} ${ok ? "✓" : "✗"}`] }
}

function judge(our: number, their: number, target: Target): [string, boolean] {
  if ("ratioAtLeast" in target) return [`>= ${target.ratioAtLeast}`, our / their >= target.ratioAtLeast]
  if ("ratioAtMost" in target) return [`<= ${target.ratioAtMost}`, our / their <= target.ratioAtMost]
  if ("under" in target) return [`ours < ${target.under}`, our < target.under]
  return [`<= ${target.moreAtMost} more`, our - their <= target.moreAtMost]
}

/** The quantile of the values for a share from 0 to 1, interpolated linearly. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  if (below === undefined || above === undefined) throw new Error("nothing was measured")
  return below + (above - below) * (at - Math.floor(at))
}

const HEAD = ["Measure", "Ours", "Theirs", "Unit", "Ratio", "Target"]

/** The measures as a Markdown table: medians, with quartiles in brackets. */
export const tableOf = (measures: readonly Measure[]): string =>
  [HEAD, HEAD.map(() => "---"), ...measures.map(({ cells }) => cells)]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")

/** At most four digits: more would not be exact. */
const number = (value: number): string =>
  value >= 1000
    ? Number(value.toPrecision(4)).toLocaleString("en-US", { maximumFractionDigits: 0 })
    : String(Number(value.toPrecision(3)))

function spread(values: readonly number[]): string {
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => number(quantile(values, share)))
  return low === high ? `${median}` : `${median} (${low}–${high})`
}

/** Microseconds of this process's CPU for each operation. Collects the other variant's garbage first. */
export async function cpuPerOperation(operations: number, work: () => Promise<void> | void): Promise<number> {
  globalThis.gc?.()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / operations
}
