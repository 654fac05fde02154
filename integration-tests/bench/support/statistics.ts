/** The middle of some runs and how far the middle half of them reaches. */
export type Spread = { median: number; low: number; high: number }

/** The value that a share of all values, 0 to 1, is not above: linear between neighbours. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)]
  const above = sorted[Math.ceil(at)]
  if (below === undefined || above === undefined) throw new Error("nothing was measured")
  return below + (above - below) * (at - Math.floor(at))
}

/** Four digits tell all that a benchmark knows. */
export const rounded = (value: number): number => Number(value.toPrecision(4))

export const spreadOf = (values: readonly number[]): Spread => ({
  median: rounded(quantile(values, 0.5)),
  low: rounded(quantile(values, 0.25)),
  high: rounded(quantile(values, 0.75)),
})
