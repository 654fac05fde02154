import { describeCluster, type Member } from "./support/cluster"
import { expectAllSettledOnce } from "./support/expectations"

/** Enough to have several orders in progress when a server is killed. */
const ORDERS = 20

describeCluster("two servers that share a Redis", ["shared", "shared"], "redis", (shop) => {
  it(`settles ${ORDERS} orders once while events come three times, shoppers poll, and one server is killed`, async () => {
    const kill = () => (shop.cluster.members[0] as Member).killAndRestart()
    await expectAllSettledOnce(shop.cluster, ORDERS, [{ at: ORDERS, kill }])
  })
})
