import type { Purchase } from "../support/purchases"
import { describeCluster, type Member } from "./support/cluster"
import {
  expectAllSettledOnce,
  expectOneOrderOfCart,
  expectThrottledEverywhere,
  foundByLook,
  look,
  ordersOr,
} from "./support/expectations"
import { tell } from "./support/tell"

const ORDERS = ordersOr(500)

/** They share a PostgreSQL and a Redis, with Medusa's own Redis modules. */
describeCluster("two servers and a worker that share a Redis", ["server", "server", "worker"], "redis", (shop) => {
  const member = (mode: Member["mode"]): Member => shop.cluster.members.find((one) => one.mode === mode) as Member

  it(`settles ${ORDERS} orders once while events come three times, shoppers poll, and each kind of process is killed`, async () => {
    const killRedis = () => shop.redis.killAndRestart().then(() => tell("Redis was killed and is back"))
    await expectAllSettledOnce(shop.cluster, ORDERS, [
      { at: Math.round(ORDERS / 2), kill: () => member("server").killAndRestart() },
      { at: ORDERS, kill: killRedis },
      { at: 2 * ORDERS, kill: () => member("worker").killAndRestart() },
    ])
  })

  it("makes one order of a cart that is completed on both servers at once", () => expectOneOrderOfCart(shop.cluster))

  it("sends no request to the service from any process after the service throttled one server", () =>
    expectThrottledEverywhere(shop.cluster))

  // The last test, because it deletes the schedule of the jobs.
  it("settles a payment when a shopper polls it, after Redis came back empty and no job runs", async () => {
    const [placed] = (await shop.cluster.place(1)) as [Purchase]
    await shop.redis.killAndRestart("empty")
    // The event is lost, and without the schedule no job looks the payment up.
    shop.cluster.sandbox.pay(placed.paymentId)
    await shop.cluster.lookUpNow()
    const longDue = { next_check_at: new Date(Date.now() - 61_000), lookup_priority: 0 }
    await shop.cluster.knex("crypto_payment").where({ external_id: placed.paymentId }).update(longDue)
    const gone = new AbortController()
    const looks = look(shop.cluster, [placed], gone.signal)
    const settling = { withinMs: 150_000, differently: { events: 0 } }
    await shop.cluster.settledOnce([placed], settling).finally(() => gone.abort())
    await looks
    expect(await foundByLook(shop.cluster, [placed])).toBe(1)
  })
})
