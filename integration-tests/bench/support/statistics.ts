/** The median of some runs, and their quartiles. */
export type Spread = { median: number; low: number; high: number }

/** The quantile of the values for a share from 0 to 1, interpolated linearly. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)]
  const above = sorted[Math.ceil(at)]
  if (below === undefined || above === undefined) throw new Error("nothing was measured")
  return below + (above - below) * (at - Math.floor(at))
}

/** Rounds to four digits: more would not be exact. */
export const rounded = (value: number): number => Number(value.toPrecision(4))

export const spreadOf = (values: readonly number[]): Spread => ({
  median: rounded(quantile(values, 0.5)),
  low: rounded(quantile(values, 0.25)),
  high: rounded(quantile(values, 0.75)),
})
