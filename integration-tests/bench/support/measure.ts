import type { createCleanup } from "../../support/cleanup"
import { quantile, rounded, type Spread, spreadOf } from "./statistics"

export type Target = { atLeast: number } | { atMost: number }

/** One figure beside its rival's, as it is written to the results. */
export type Measure = {
  name: string
  /** The median of ours over the median of theirs. */
  ratio: number
  /** Null where it is only told. */
  target: string | null
  ok: boolean | null
  ours: Spread
  theirs: Spread
  unit: string
  /** Runs of each, in turns. */
  runs: number
}

export type Bench = {
  /** What `--only` takes, and what the names of its measures begin with. */
  name: string
  title: string
  run: (setting: Setting) => Promise<Measure[]>
}

export type Setting = {
  /** Fewer and shorter runs: to see that it works, and not how fast. */
  quick: boolean
  cleanup: ReturnType<typeof createCleanup>
  progress: (line: string) => void
}

/** What runs of ours and of theirs gave, in turns. */
export type Pair<T> = { ours: readonly T[]; theirs: readonly T[] }

export type Samples = Pair<number>

/** One figure of each run that gave several. */
export const figuresOf = <T>({ ours, theirs }: Pair<T>, read: (run: T) => number): Samples => ({
  ours: ours.map(read),
  theirs: theirs.map(read),
})

const holds = (ratio: number, target: Target): boolean =>
  "atLeast" in target ? ratio >= target.atLeast : ratio <= target.atMost

const wordsOf = (target: Target): string => ("atLeast" in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`)

/** Puts what was sampled beside its target. Without one the figure is told and judged by nobody. */
export function measureOf(name: string, unit: string, { ours, theirs }: Samples, target?: Target): Measure {
  // The unrounded one is judged: 1.2004 is more than 1.2.
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

/** A figure that has no runs to lie between, such as a percentile of all. Its target is of ours alone, in its unit. */
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

/** Judged by how much more ours is than theirs, in its unit. */
export function measureOfDifference(name: string, unit: string, samples: Samples, atMost: number): Measure {
  const more = quantile(samples.ours, 0.5) - quantile(samples.theirs, 0.5)
  return { ...measureOf(name, unit, samples), target: `<= ${atMost} more`, ok: more <= atMost }
}
