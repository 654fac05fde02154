import { until } from "../support/until"
import { allRight } from "./support/books"
import { type Cluster, type Member, startCluster } from "./support/cluster"
import { ORDERS_WITHOUT_REDIS as ORDERS } from "./support/counts"

/** Orders are placed in minutes, and what a killed process had locked is free after two. */
jest.setTimeout(30 * 60_000)

/** Without a Redis each process has a bus and an engine of its own. What they share is in PostgreSQL. */
describe("two servers that share PostgreSQL's locks and no Redis", () => {
  let cluster: Cluster

  beforeAll(async () => {
    cluster = await startCluster("locks", ["shared", "shared"], { SHARED_LOCKS: "postgres" })
  })

  afterAll(() => cluster?.close())

  it(`settles ${ORDERS} orders once, while events come three times to either and one of them is killed`, async () => {
    const orders = await cluster.place(ORDERS)
    let killed: Promise<void> | undefined
    await cluster.announce(orders, (brought) => {
      if (brought === ORDERS) killed = (cluster.members[0] as Member).killAndRestart()
    })
    await killed
    await cluster.settled(orders)
    await until("the ledger follows", async () => (await cluster.books(orders)).ledgerRight === ORDERS, 60_000)
    expect(await cluster.books(orders)).toEqual(allRight(ORDERS))
  })

  it("makes one order of a cart that is completed at both at once", async () => {
    const [one, other] = cluster.members as [Member, Member]
    const cart = await one.store.makeCart()
    await one.store.openSession(cart)
    const answers = await Promise.allSettled([one.store.complete(cart), other.store.complete(cart)])
    const orderIds = answers.flatMap((answer) =>
      answer.status === "fulfilled" && answer.value.type === "order" ? [answer.value.orderId] : [],
    )
    expect(new Set(orderIds).size).toBe(1)
    const { rows } = await cluster.knex.raw("SELECT order_id FROM order_cart WHERE cart_id = ?", [cart.id])
    expect(rows).toEqual([{ order_id: orderIds[0] }])
  })
})
