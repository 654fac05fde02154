import { until } from "../support/until"
import { describeCluster, type Member } from "./support/cluster"
import { expectAllSettledOnce, expectOneOrderOfCart, expectThrottledEverywhere, ordersOr } from "./support/expectations"

/** Fewer than with Redis, because this run repeats the same faults. */
const ORDERS = ordersOr(60)

/** Without Redis each process has its own event bus and workflow engine. They share only PostgreSQL. */
const TITLE = "two servers with shared PostgreSQL locks and without Redis"
describeCluster(TITLE, ["shared", "shared"], "postgres", (shop) => {
  it(`settles ${ORDERS} orders once while events come three times, shoppers poll, and a server is killed`, async () => {
    const kill = () => (shop.cluster.members[0] as Member).killAndRestart()
    await expectAllSettledOnce(shop.cluster, ORDERS, [{ at: ORDERS, kill }])
  })

  // Medusa's PostgreSQL locks (2.21.2) let both in if they ask in the same instant; see docs/operations.md.
  it("makes one order of a cart that is completed on both servers at once", () =>
    expectOneOrderOfCart(shop.cluster, (id) =>
      until(
        "the first server holds the cart's lock",
        async () => (await shop.cluster.knex("locking").where({ id }))[0],
      ),
    ))

  it("sends no request to the service from any server after the service throttled one of them", () =>
    expectThrottledEverywhere(shop.cluster))
})
