import { expectErrors, WHATEVER_MEETS } from "../support/expect-errors"
import { type Redis, startRedis } from "../support/redis"
import { type Cluster, type Member, startCluster } from "./support/cluster"
import { ORDERS_OF_ONE_KILL as ORDERS } from "./support/counts"
import { expectAllSettledOnce } from "./support/expectations"

/** A killed process's locks expire after two minutes. */
jest.setTimeout(10 * 60_000)

describe("two servers that share a Redis", () => {
  // The test kills a server, which makes Medusa log errors.
  expectErrors(WHATEVER_MEETS)

  let redis: Redis
  let cluster: Cluster

  beforeAll(async () => {
    redis = await startRedis()
    const env = { REDIS_URL: redis.url, MEDUSA_FF_CACHING: "true" }
    cluster = await startCluster("one-kill", ["shared", "shared"], env)
  })

  afterAll(async () => {
    await cluster?.close()
    await redis?.stop()
  })

  it(`settles ${ORDERS} orders once while events come three times, shoppers poll, and one server is killed`, async () => {
    const kill = () => (cluster.members[0] as Member).killAndRestart()
    await expectAllSettledOnce(cluster, ORDERS, [{ at: ORDERS, kill }])
  })
})
