import { setTimeout as sleep } from "node:timers/promises"
import { type Purchase, purchase } from "../../support/purchases"
import { until } from "../../support/until"
import type { Cluster, Member } from "./cluster"

/** CLUSTER_ORDERS, or the usual number: fewer orders make these tests faster, more make them stricter. */
export function ordersOr(usual: number): number {
  const asked = Number(process.env.CLUSTER_ORDERS ?? usual)
  if (!Number.isInteger(asked) || asked < 8 || asked > 900) {
    throw new Error("CLUSTER_ORDERS must be a whole number from 8 to 900: the shop does not have more in stock")
  }
  return asked
}

/** Two members that answer requests. */
const twoServers = ({ members }: Cluster) => members.filter(({ mode }) => mode !== "worker") as [Member, Member]

/**
 * Delivers each order's event three times while sweeps run, shoppers look and processes are killed, and expects that
 * every order is settled once.
 * @param kills `kill` runs after `at` events and resolves when the process is back
 */
export async function expectAllSettledOnce(
  cluster: Cluster,
  count: number,
  kills: readonly { at: number; kill: () => Promise<void> }[],
): Promise<void> {
  const orders = await cluster.place(count)
  // Lookups can find half of the payments before their events come.
  for (const { paymentId } of orders.filter((_, place) => place % 2 === 0)) cluster.sandbox.pay(paymentId)
  await cluster.lookUpNow()
  await until("a sweep finds what is paid", async () => (await foundByLook(cluster, orders)) > 0, 60_000)

  const gone = new AbortController()
  const looks = look(cluster, orders, gone.signal)
  const killed: Promise<void>[] = []
  await cluster.announce(orders, (brought) => {
    for (const { at, kill } of kills) if (brought === at) killed.push(kill())
  })
  await Promise.all(killed)
  await cluster.settledOnce(orders).finally(() => gone.abort())
  const answers = await looks

  expect(killed).toHaveLength(kills.length)
  // 429 means that one shopper asked too often. No other error is allowed.
  expect([...answers.keys()].filter((status) => ![200, 304, 429].includes(status))).toEqual([])
  expect(answers.get(200)).toBeGreaterThan(0)
}

/**
 * Completes one cart on two servers at once, and expects one order that is settled once.
 * @param held resolves when the first server holds the cart's lock; by default the other one does not wait for it
 */
export async function expectOneOrderOfCart(
  cluster: Cluster,
  held: (cartId: string) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const [one, other] = twoServers(cluster)
  const bought = await purchase(one.store, "cart", "twice")
  const cart = { id: bought.cartId }
  const first = one.store.complete(cart)
  await Promise.race([held(cart.id), first.catch(() => undefined)])
  const answers = await Promise.allSettled([first, other.store.complete(cart)])
  const orderIds = answers.flatMap((answer) =>
    answer.status === "fulfilled" && answer.value.type === "order" ? [answer.value.orderId] : [],
  )
  expect(new Set(orderIds).size).toBe(1)
  await cluster.announce([bought])
  await cluster.settledOnce([bought])
}

/** The service throttles one server: no process calls it until the time is over, and all continue then. */
export async function expectThrottledEverywhere(cluster: Cluster): Promise<void> {
  const [one, other] = twoServers(cluster)
  const { knex, sandbox } = cluster
  const orders = await cluster.place(4)
  const cart = await one.store.makeCart()
  sandbox.interfere({ on: "create", status: 429, headers: { "retry-after": "300" }, body: { error: "slow down" } })
  await expect(one.store.openSession(cart)).rejects.toMatchObject({ status: 429 })
  const asked = sandbox.requests().length

  await expect(other.store.openSession(await other.store.makeCart())).rejects.toMatchObject({ status: 429 })
  // Three are due for a lookup. The fourth is paid and unsettled, as after a crash: settling it shows that a sweep ran.
  const [crashed, ...due] = orders.map(({ paymentId }) => paymentId) as [string, ...string[]]
  await knex("crypto_payment").whereIn("external_id", due).update({ next_check_at: new Date(), lookup_priority: 0 })
  const now = new Date()
  const left = { status: "completed", completed_at: now, completed_by: "event", next_check_at: now, lookup_priority: 0 }
  await knex("crypto_payment").where({ external_id: crashed }).update(left)
  await cluster.settledOnce(orders.slice(0, 1), { differently: { events: 0 } })
  expect(sandbox.requests()).toHaveLength(asked)

  // A throttled creation pauses lookups, too.
  await knex("crypto_connection").update({ throttled_until: new Date(), lookups_paused_until: null })
  await expect(other.store.openSession(cart)).resolves.toMatchObject({ status: "pending" })
}

/** Shoppers look at their payments until `stop`. Resolves to the number of answers by status. */
export function look(cluster: Cluster, orders: readonly Purchase[], stop: AbortSignal): Promise<Map<number, number>> {
  const answers = new Map<number, number>()
  const shopper = async (first: number): Promise<void> => {
    for (let at = first % orders.length; !stop.aborted; at = (at + 7) % orders.length) {
      const { server, store } = cluster.front()
      const { token } = orders[at] as Purchase
      const answer = await fetch(`${server.url}/store/crypto-payments/${token}`, { headers: store.headers }).catch(
        () => undefined,
      )
      // A server that is being killed gives no answer.
      if (answer) answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
      await answer?.arrayBuffer().catch(() => undefined)
      await sleep(500)
    }
  }
  return Promise.all([0, 1, 2].map(shopper)).then(() => answers)
}

/** Number of orders whose payment a lookup found. */
export async function foundByLook(cluster: Cluster, orders: readonly Purchase[]): Promise<number> {
  const ids = orders.map(({ paymentId }) => paymentId)
  const found = cluster.knex("crypto_payment").whereIn("external_id", ids).where("completed_by", "lookup")
  const [row] = await found.count()
  return Number(row?.count)
}
