import { allRight, type Books } from "../../cluster/support/books"
import type { Cluster, Placed } from "../../cluster/support/cluster"
import { until } from "../../support/until"

const TIME_BUDGET_MS = 120_000

/**
 * Waits until every order is settled, and expects that nothing was lost and nothing happened twice.
 * @param dueNow makes postponed work due; called before each check
 * @param differently books that differ from those of one event for each order
 */
export async function expectSettledOnce(
  shop: Cluster,
  orders: readonly Placed[],
  dueNow: () => Promise<void>,
  differently: Partial<Books> = {},
): Promise<void> {
  await until(
    "every order is settled",
    async () => {
      await dueNow()
      return shop.settled(orders, 1_000).then(
        () => true,
        () => false,
      )
    },
    TIME_BUDGET_MS,
  )
  const followed = async () => (await shop.books(orders)).ledgerRight === orders.length
  // If this times out, comparing the books below gives a better error.
  await until("the ledger follows", followed, TIME_BUDGET_MS / 2).catch(() => undefined)
  expect(await shop.books(orders)).toEqual({ ...allRight(orders.length), ...differently })
}
