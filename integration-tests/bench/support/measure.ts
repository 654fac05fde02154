import type { createCleanup } from "../../support/cleanup"
import { quantile, rounded, type Spread, spreadOf } from "./statistics"

export type Target = { atLeast: number } | { atMost: number }

/** One measure with both sides' figures, as it is written to the results. */
export type Measure = {
  name: string
  /** Our median divided by their median. */
  ratio: number
  /** Null for a measure without a target. */
  target: string | null
  ok: boolean | null
  ours: Spread
  theirs: Spread
  unit: string
  /** Runs of each side. */
  runs: number
}

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

/** The results of both sides' runs. */
export type Pair<T> = { ours: readonly T[]; theirs: readonly T[] }

export type Samples = Pair<number>

/** Selects one figure of runs that return several. */
export const figuresOf = <T>({ ours, theirs }: Pair<T>, read: (run: T) => number): Samples => ({
  ours: ours.map(read),
  theirs: theirs.map(read),
})

const holds = (ratio: number, target: Target): boolean =>
  "atLeast" in target ? ratio >= target.atLeast : ratio <= target.atMost

const wordsOf = (target: Target): string => ("atLeast" in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`)

/** Compares the samples with the target, if there is one. */
export function measureOf(name: string, unit: string, { ours, theirs }: Samples, target?: Target): Measure {
  // The unrounded ratio is compared: 1.2004 is more than 1.2.
  const ratio = quantile(ours, 0.5) / quantile(theirs, 0.5)
  return {
    name,
    ratio: rounded(ratio),
    target: target ? wordsOf(target) : null,
    ok: target ? holds(ratio, target) : null,
    ours: spreadOf(ours),
    theirs: spreadOf(theirs),
    unit,
    runs: ours.length,
  }
}

/**
 * A measure with one figure for each side and no spread, such as a percentile of all runs. Its target is for ours only.
 */
export function onlyFigure(
  name: string,
  unit: string,
  { ours, theirs, runs }: { ours: number; theirs: number; runs: number },
  target?: { under: number },
): Measure {
  const ok = target ? ours < target.under : null
  const told = target ? `ours < ${target.under}` : null
  const facts = { ratio: rounded(ours / theirs), target: told, ok, unit, runs }
  return { name, ...facts, ours: spreadOf([ours]), theirs: spreadOf([theirs]) }
}

/** A measure whose target is the difference of the medians, in its unit. */
export function measureOfDifference(name: string, unit: string, samples: Samples, atMost: number): Measure {
  const more = quantile(samples.ours, 0.5) - quantile(samples.theirs, 0.5)
  return { ...measureOf(name, unit, samples), target: `<= ${atMost} more`, ok: more <= atMost }
}
