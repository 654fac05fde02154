import { expectErrors, WHATEVER_MEETS } from "../support/expect-errors"
import { until } from "../support/until"
import { type Cluster, type Member, startCluster } from "./support/cluster"
import { ORDERS_WITHOUT_REDIS as ORDERS } from "./support/counts"
import { expectAllSettledOnce, expectOneOrderOfCart, expectThrottledEverywhere } from "./support/expectations"

/** Placing the orders takes minutes, and a killed process's locks expire after two. */
jest.setTimeout(30 * 60_000)

/** Without Redis each process has its own event bus and workflow engine. They share only PostgreSQL. */
describe("two servers with shared PostgreSQL locks and without Redis", () => {
  // The test kills servers, which makes Medusa log errors.
  expectErrors(WHATEVER_MEETS)

  let cluster: Cluster

  beforeAll(async () => {
    cluster = await startCluster("locks", ["shared", "shared"], { SHARED_LOCKS: "postgres" })
  })

  afterAll(() => cluster?.close())

  it(`settles ${ORDERS} orders once while events come three times, shoppers poll, and a server is killed`, async () => {
    const kill = () => (cluster.members[0] as Member).killAndRestart()
    await expectAllSettledOnce(cluster, ORDERS, [{ at: ORDERS, kill }])
  })

  // Medusa's PostgreSQL locks (2.21.2) let both in if they ask in the same instant; see docs/operations.md.
  it("makes one order of a cart that is completed on both servers at once", () =>
    expectOneOrderOfCart(cluster, (id) =>
      until("the first server holds the cart's lock", async () => (await cluster.knex("locking").where({ id }))[0]),
    ))

  it("sends no request to the service from any server after the service throttled one of them", () =>
    expectThrottledEverywhere(cluster))
})
