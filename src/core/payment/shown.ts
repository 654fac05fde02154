type Superseded = { superseded_at: Date | null }

/** Whether no newer quote replaced it. */
export const isShown = ({ superseded_at }: Superseded): boolean => superseded_at === null

/** The payment that represents an order or a cart: the shown one, or else the newest. */
export function shownOrNewest<Row extends Superseded & { id: string; created_at: Date }>(
  payments: readonly Row[],
): Row | undefined {
  const newestFirst = [...payments].sort(
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id.localeCompare(a.id),
  )
  return newestFirst.find(isShown) ?? newestFirst[0]
}
