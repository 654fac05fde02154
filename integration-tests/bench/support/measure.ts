import type { createCleanup } from "../../support/cleanup"

export type Bench = {
  /** Value for `--only`, and the beginning of its measures' names. */
  name: string
  title: string
  run: (setting: Setting) => Promise<Measure[]>
}

export type Setting = {
  /** Makes fewer and shorter runs, to check that the benchmark works. */
  quick: boolean
  cleanup: ReturnType<typeof createCleanup>
  progress: (line: string) => void
}

/** A median and its quartiles. */
type Spread = { median: number; low: number; high: number }

/** One measure with both sides' figures. */
export type Measure = {
  name: string
  /** Our median divided by theirs. */
  ratio: number
  target: string
  ok: boolean
  ours: Spread
  theirs: Spread
  unit: string
}

export type Pair<T = number> = { ours: T[]; theirs: T[] }

export type Target =
  | { ratioAtLeast: number }
  | { ratioAtMost: number }
  /** Ours alone, in the unit. */
  | { under: number }
  /** The difference of the medians, in the unit. */
  | { moreAtMost: number }

/**
 * Runs both variants in turns, each first in every other turn, so that a slower machine slows down both. Discards the
 * first turns.
 */
export async function inTurns<T>(
  variants: { ours: () => Promise<T> | T; theirs: () => Promise<T> | T },
  { runs, warmUps = 1, onRun }: { runs: number; warmUps?: number; onRun?: (done: string) => void },
): Promise<Pair<T>> {
  const samples: Pair<T> = { ours: [], theirs: [] }
  for (let turn = 0; turn < warmUps + runs; turn++) {
    const order = turn % 2 === 0 ? (["ours", "theirs"] as const) : (["theirs", "ours"] as const)
    for (const one of order) {
      const sample = await variants[one]()
      if (turn >= warmUps) samples[one].push(sample)
    }
    if (turn >= warmUps) onRun?.(`${samples.ours.length} of ${runs} turns`)
  }
  return samples
}

/** Selects one figure of runs that return several. */
export const figures = <T>({ ours, theirs }: Pair<T>, read: (run: T) => number): Pair => ({
  ours: ours.map(read),
  theirs: theirs.map(read),
})

/** Compares the samples with the target by unrounded medians: 1.2004 is more than 1.2. */
export function measure(name: string, unit: string, { ours, theirs }: Pair, target: Target): Measure {
  const [our, their] = [quantile(ours, 0.5), quantile(theirs, 0.5)]
  const [words, ok] = judge(our, their, target)
  const sides = { ours: spreadOf(ours), theirs: spreadOf(theirs) }
  return { name, ratio: rounded(our / their), target: words, ok, ...sides, unit }
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

/** Four digits: more would not be exact. */
const rounded = (value: number): number => Number(value.toPrecision(4))

const spreadOf = (values: readonly number[]): Spread => ({
  median: rounded(quantile(values, 0.5)),
  low: rounded(quantile(values, 0.25)),
  high: rounded(quantile(values, 0.75)),
})

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

const spread = ({ median, low, high }: Spread): string =>
  low === high ? number(median) : `${number(median)} (${number(low)}–${number(high)})`

/** Microseconds of this process's CPU for each operation. Collects the other variant's garbage first. */
export async function cpuPerOperation(operations: number, work: () => Promise<void> | void): Promise<number> {
  globalThis.gc?.()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / operations
}

/** Runs `work` once for each item, `lanes` at a time. */
export async function atOnce<T>(lanes: number, items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const lane = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
