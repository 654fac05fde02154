import { allRight, type Books } from "../../cluster/support/books"
import type { Cluster, Placed } from "../../cluster/support/cluster"
import { until } from "../../support/until"

const PATIENCE_MS = 120_000

/**
 * Nothing lost and nothing doubled: waits until every order is settled, and holds the books to it.
 * @param dueNow makes due what was put off, each time before it is looked again
 * @param differently what the books say otherwise than that each order was brought one event
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
    PATIENCE_MS,
  )
  const followed = async () => (await shop.books(orders)).ledgerRight === orders.length
  // The books say more than "in vain".
  await until("the ledger follows", followed, PATIENCE_MS / 2).catch(() => undefined)
  expect(await shop.books(orders)).toEqual({ ...allRight(orders.length), ...differently })
}
