import { setTimeout as sleep } from "node:timers/promises"
import { type Redis, startRedis } from "../support/redis"
import { until } from "../support/until"
import { allRight } from "./support/books"
import { type Cluster, type Member, type Placed, startCluster } from "./support/cluster"
import { ORDERS } from "./support/counts"
import { tell } from "./support/tell"

/** Orders are placed in minutes, and what a killed process had locked is free after two. */
jest.setTimeout(30 * 60_000)

/** Two servers and a worker on one PostgreSQL and one Redis, with Medusa's own modules for it. */
describe("two servers and a worker that share a Redis", () => {
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

  /** Shoppers look at their payments until they are told to stop. Resolves to how often, by the status of the answer. */
  function look(orders: readonly Placed[], stop: AbortSignal): Promise<Map<number, number>> {
    const answers = new Map<number, number>()
    const shopper = async (first: number): Promise<void> => {
      for (let at = first % orders.length; !stop.aborted; at = (at + 7) % orders.length) {
        const { server, store } = cluster.front()
        const { token } = orders[at] as Placed
        const answer = await fetch(`${server.url}/store/crypto-payments/${token}`, { headers: store.headers }).catch(
          () => undefined,
        )
        // None from a server that is just being killed.
        if (answer) answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
        await answer?.arrayBuffer()
        await sleep(100)
      }
    }
    return Promise.all([0, 1, 2].map(shopper)).then(() => answers)
  }

  const byLook = async (orders: readonly Placed[]): Promise<number> => {
    const ids = orders.map(({ paymentId }) => paymentId)
    const [row] = await cluster
      .knex("crypto_payment")
      .whereIn("external_id", ids)
      .where("completed_by", "lookup")
      .count()
    return Number(row?.count)
  }

  it(`settles ${ORDERS} orders once, while events come three times to any server, both are looked at, and each kind of process is killed`, async () => {
    const orders = await cluster.place(ORDERS)
    // Half of them can be found by a look at the service as well as by their event.
    for (const { paymentId } of orders.filter((_, place) => place % 2 === 0)) cluster.sandbox.pay(paymentId)
    await cluster.knex("crypto_payment").update({ next_check_at: new Date(), due_rank: 0 })
    await until("a sweep finds what is paid", async () => (await byLook(orders)) > 0, 60_000)

    const gone = new AbortController()
    const looks = look(orders, gone.signal)
    const kills: Promise<void>[] = []
    await cluster.announce(orders, (brought) => {
      if (brought === Math.round(ORDERS / 2)) kills.push(member("server").killAndRestart())
      if (brought === ORDERS) kills.push(redis.killAndRestart().then(() => tell("Redis was killed and is back")))
      if (brought === 2 * ORDERS) kills.push(member("worker").killAndRestart())
    })
    await Promise.all(kills)
    await cluster.settled(orders)
    gone.abort()
    const answers = await looks

    expect(kills).toHaveLength(3)
    await until("the ledger follows", async () => (await cluster.books(orders)).ledgerRight === ORDERS, 60_000)
    expect(await cluster.books(orders)).toEqual(allRight(ORDERS))
    // 429 where one shopper looks too often. Nothing broke.
    expect([...answers.keys()].filter((status) => ![200, 304, 429].includes(status))).toEqual([])
    expect(answers.get(200)).toBeGreaterThan(0)
  })

  it("makes one order of a cart that is completed at both servers at once", async () => {
    const [one, other] = cluster.members.filter(({ mode }) => mode === "server") as [Member, Member]
    const cart = await one.store.makeCart()
    const { data } = await one.store.openSession(cart)
    const answers = await Promise.allSettled([one.store.complete(cart), other.store.complete(cart)])
    const orderIds = answers.flatMap((answer) =>
      answer.status === "fulfilled" && answer.value.type === "order" ? [answer.value.orderId] : [],
    )
    expect(new Set(orderIds).size).toBe(1)
    const placed = { paymentId: data.payment_id, orderId: orderIds[0] as string, cartId: cart.id, token: data.token }
    await cluster.announce([placed])
    await cluster.settled([placed])
    await until("the ledger follows", async () => (await cluster.books([placed])).ledgerRight === 1, 60_000)
    expect(await cluster.books([placed])).toEqual(allRight(1))
  })

  it("asks the service for nothing anywhere after one answer that throttled it", async () => {
    const [one, other] = cluster.members.filter(({ mode }) => mode === "server") as [Member, Member]
    const { knex, sandbox } = cluster
    const orders = await cluster.place(4)
    const cart = await one.store.makeCart()
    sandbox.interfere({ on: "create", status: 429, headers: { "retry-after": "300" }, body: { error: "slow down" } })
    await expect(one.store.openSession(cart)).rejects.toMatchObject({ status: 429 })
    const asked = sandbox.requests().length

    await expect(other.store.openSession(await other.store.makeCart())).rejects.toMatchObject({ status: 429 })
    // Three are due to be looked up. The fourth is paid and was left by a crash: that it is settled shows that a sweep ran.
    const [crashed, ...due] = orders.map(({ paymentId }) => paymentId) as [string, ...string[]]
    await knex("crypto_payment").whereIn("external_id", due).update({ next_check_at: new Date(), due_rank: 0 })
    const now = new Date()
    const left = { status: "completed", completed_at: now, completed_by: "event", next_check_at: now, due_rank: 0 }
    await knex("crypto_payment").where({ external_id: crashed }).update(left)
    await cluster.settled(orders.slice(0, 1))
    expect(sandbox.requests()).toHaveLength(asked)

    await knex("crypto_connection").update({ throttled_until: new Date() })
    await expect(other.store.openSession(cart)).resolves.toMatchObject({ status: "pending" })
  })

  // The last, since the schedule is gone after it.
  it("settles what no job looks for any more after Redis came back empty, once a shopper looks", async () => {
    const [placed] = (await cluster.place(1)) as [Placed]
    await redis.killAndRestart("empty")
    // Its event is lost, and with the schedule the job that would look it up instead.
    cluster.sandbox.pay(placed.paymentId)
    const longDue = { next_check_at: new Date(Date.now() - 61_000), due_rank: 0 }
    await cluster.knex("crypto_payment").where({ external_id: placed.paymentId }).update(longDue)
    const gone = new AbortController()
    const looks = look([placed], gone.signal)
    await cluster.settled([placed], 150_000).finally(() => gone.abort())
    await looks
    expect(await byLook([placed])).toBe(1)
    await until("the ledger follows", async () => (await cluster.books([placed])).ledgerRight === 1, 60_000)
    expect(await cluster.books([placed])).toEqual({ ...allRight(1), events: 0 })
  })
})
