import { setTimeout as sleep } from "node:timers/promises"
import { type Redis, startRedis } from "../support/redis"
import { until } from "../support/until"
import { allRight } from "./support/books"
import { type Cluster, type Member, type Placed, startCluster } from "./support/cluster"

/** Orders are placed in minutes, and what a killed process had locked is free after two. */
jest.setTimeout(30 * 60_000)

const ORDERS = 500

/** Two servers and a worker on one PostgreSQL and one Redis, with Medusa's own modules for it. */
describe("two servers and a worker that share a Redis", () => {
  let redis: Redis
  let cluster: Cluster

  beforeAll(async () => {
    redis = await startRedis()
    cluster = await startCluster("cluster", ["server", "server", "worker"], { REDIS_URL: redis.url })
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
      for (let at = first; !stop.aborted; at = (at + 7) % orders.length) {
        const { server, store } = cluster.front()
        const { token } = orders[at] as Placed
        const answer = await fetch(`${server.url}/store/crypto-payments/${token}`, { headers: store.headers }).catch(
          () => undefined,
        )
        // None from a server that is just being killed.
        if (answer) answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
        await answer?.arrayBuffer()
        await sleep(20)
      }
    }
    return Promise.all([0, 1, 2].map(shopper)).then(() => answers)
  }

  it(`settles ${ORDERS} orders once, while events come three times to any server and each kind of process is killed`, async () => {
    const orders = await cluster.place(ORDERS)
    // Half of them can be found by a look at the service as well as by their event.
    for (const { paymentId } of orders.filter((_, place) => place % 2 === 0)) cluster.sandbox.pay(paymentId)
    await cluster.knex("crypto_payment").update({ next_check_at: new Date(), due_rank: 0 })

    const gone = new AbortController()
    const looks = look(orders, gone.signal)
    const kills: Promise<void>[] = []
    await cluster.announce(orders, (brought) => {
      if (brought === ORDERS) kills.push(member("server").killAndRestart())
      if (brought === 2 * ORDERS) kills.push(member("worker").killAndRestart())
    })
    await Promise.all(kills)
    await cluster.settled(orders)
    gone.abort()
    const answers = await looks

    expect(kills).toHaveLength(2)
    await until("the ledger follows", async () => (await cluster.books(orders)).ledgerRight === ORDERS, 60_000)
    expect(await cluster.books(orders)).toEqual(allRight(ORDERS))
    // 429 where one shopper looks too often. Nothing broke.
    expect([...answers.keys()].filter((status) => ![200, 304, 429].includes(status))).toEqual([])
    expect(answers.get(200)).toBeGreaterThan(0)
  })

  it("settles what came while Redis itself was killed", async () => {
    const orders = await cluster.place(30)
    let killed: Promise<void> | undefined
    await cluster.announce(orders, (brought) => {
      if (brought === 15) killed = redis.killAndRestart()
    })
    await killed
    await cluster.settled(orders)
    await until("the ledger follows", async () => (await cluster.books(orders)).ledgerRight === 30, 60_000)
    expect(await cluster.books(orders)).toEqual(allRight(30))
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
})
