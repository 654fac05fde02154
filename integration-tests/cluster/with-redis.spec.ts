import { expectErrors, WHATEVER_MEETS } from "../support/expect-errors"
import { type Redis, startRedis } from "../support/redis"
import { until } from "../support/until"
import { allRight } from "./support/books"
import { type Cluster, type Member, type Placed, startCluster } from "./support/cluster"
import { ORDERS } from "./support/counts"
import { expectAllSettledOnce, expectOneOrderOfCart, expectThrottledEverywhere } from "./support/expectations"
import { foundByLook, look } from "./support/looks"
import { tell } from "./support/tell"

/** Placing the orders takes minutes, and a killed process's locks expire after two. */
jest.setTimeout(30 * 60_000)

/** Two servers and a worker on one PostgreSQL and one Redis, with Medusa's own Redis modules. */
describe("two servers and a worker that share a Redis", () => {
  // The test kills servers and Redis, which makes Medusa log errors.
  expectErrors(WHATEVER_MEETS)

  let redis: Redis
  let cluster: Cluster

  beforeAll(async () => {
    redis = await startRedis()
    const env = { REDIS_URL: redis.url, MEDUSA_FF_CACHING: "true" }
    cluster = await startCluster("cluster", ["server", "server", "worker"], env)
  })

  afterAll(async () => {
    await cluster?.close()
    await redis?.stop()
  })

  const member = (mode: Member["mode"]): Member => cluster.members.find((one) => one.mode === mode) as Member

  it(`settles ${ORDERS} orders once while events come three times, shoppers poll, and each kind of process is killed`, async () => {
    const killRedis = () => redis.killAndRestart().then(() => tell("Redis was killed and is back"))
    await expectAllSettledOnce(cluster, ORDERS, [
      { at: Math.round(ORDERS / 2), kill: () => member("server").killAndRestart() },
      { at: ORDERS, kill: killRedis },
      { at: 2 * ORDERS, kill: () => member("worker").killAndRestart() },
    ])
  })

  it("makes one order of a cart that is completed on both servers at once", () => expectOneOrderOfCart(cluster))

  it("sends no request to the service from any process after the service throttled one server", () =>
    expectThrottledEverywhere(cluster))

  // The last test, because it deletes the schedule of the jobs.
  it("settles a payment when a shopper polls it, after Redis came back empty and no job runs", async () => {
    const [placed] = (await cluster.place(1)) as [Placed]
    await redis.killAndRestart("empty")
    // The event is lost, and without the schedule no job looks the payment up.
    cluster.sandbox.pay(placed.paymentId)
    const longDue = { next_check_at: new Date(Date.now() - 61_000), lookup_priority: 0 }
    await cluster.knex("crypto_payment").where({ external_id: placed.paymentId }).update(longDue)
    const gone = new AbortController()
    const looks = look(cluster, [placed], gone.signal)
    await cluster.settled([placed], 150_000).finally(() => gone.abort())
    await looks
    expect(await foundByLook(cluster, [placed])).toBe(1)
    await until("the ledger follows", async () => (await cluster.books([placed])).ledgerRight === 1, 60_000)
    expect(await cluster.books([placed])).toEqual({ ...allRight(1), events: 0 })
  })
})
