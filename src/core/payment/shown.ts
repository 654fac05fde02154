type Superseded = { superseded_at: Date | null }

/** Whether it is not superseded: no newer quote replaced it, and its payment step was not closed. */
export const isShown = ({ superseded_at }: Superseded): boolean => superseded_at === null

/** The payments of the same collection that were shown after this one; empty if it is shown or only withdrawn. */
export function replacementsOf<Row extends Superseded & { id: string; payment_collection_id: string }>(
  payment: Row,
  payments: readonly Row[],
): Row[] {
  const { id, payment_collection_id, superseded_at } = payment
  if (superseded_at === null) return []
  const siblings = payments.filter((other) => other.payment_collection_id === payment_collection_id && other.id !== id)
  return siblings.filter((other) => other.superseded_at === null || other.superseded_at > superseded_at)
}

/** The payment that represents an order or a cart: the shown one, or else the newest. */
export function shownOrNewest<Row extends Superseded & { id: string; created_at: Date }>(
  payments: readonly Row[],
): Row | undefined {
  const newestFirst = [...payments].sort(
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id.localeCompare(a.id),
  )
  return newestFirst.find(isShown) ?? newestFirst[0]
}
