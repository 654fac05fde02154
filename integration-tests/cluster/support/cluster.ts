import { makeUsualCart, type UsualCart, withCopiedCarts } from "../../support/copied-carts"
import { expectErrors, WHATEVER_MEETS } from "../../support/expect-errors"
import { HttpProblem } from "../../support/http"
import type { MedusaServer } from "../../support/medusa-process"
import { startOwnStore } from "../../support/own-store"
import { type Account, expectOnce, type Purchase, purchase } from "../../support/purchases"
import { type Redis, startRedis } from "../../support/redis"
import { createStore, type Store } from "../../support/store"
import { until } from "../../support/until"
import { createRandom, forEachOf } from "./crowd"
import { tell } from "./tell"

/** Medusa's worker modes: `server` answers requests, `worker` does due work, `shared` does both. */
export type Mode = "server" | "shared" | "worker"

/** A process of the cluster. After a kill, `server` is a new process at another port. */
export type Member = { mode: Mode; server: MedusaServer; store: Store; killAndRestart: () => Promise<void> }

export type Cluster = Awaited<ReturnType<typeof startCluster>>

type Settling = {
  withinMs?: number
  /** Makes postponed work due; called each second. */
  dueNow?: () => Promise<void>
  /** How the accounts differ from those of one event for each order. */
  differently?: Partial<Account>
}

/** Shoppers who place orders at the same time. */
const SHOPPERS = 8
const TIMES = 3
const TOLD_EVERY = 50

/** A `describe` with processes in these modes, with shared locks. `shop` has its values only while tests run. */
export function describeCluster(
  title: string,
  modes: readonly Mode[],
  locks: "redis" | "postgres",
  tests: (shop: { cluster: Cluster; redis: Redis }) => void,
): void {
  // Placing the orders takes minutes, and a killed process's locks expire after two.
  jest.setTimeout(30 * 60_000)
  describe(title, () => {
    // The tests kill processes, which makes Medusa log errors.
    expectErrors(WHATEVER_MEETS)
    const shop = {} as { cluster: Cluster; redis: Redis }
    beforeAll(async () => {
      const env: Record<string, string> = { SHARED_LOCKS: locks }
      if (locks === "redis") {
        shop.redis = await startRedis()
        Object.assign(env, { REDIS_URL: shop.redis.url, MEDUSA_FF_CACHING: "true" })
      }
      shop.cluster = await startCluster("cluster", modes, env)
    })
    afterAll(async () => {
      await shop.cluster?.close()
      await shop.redis?.stop()
    })
    tests(shop)
  })
}

export async function startCluster(title: string, modes: readonly Mode[], env: Record<string, string>) {
  const own = await startOwnStore(title, env)
  const random = createRandom(20_261_121)
  const members: Member[] = []

  const join = async (mode: Mode): Promise<void> => {
    const start = () => own.start({ MEDUSA_WORKER_MODE: mode })
    const server = await start()
    const member: Member = {
      mode,
      server,
      store: createStore(server.url, own.seed),
      killAndRestart: async () => {
        await member.server.kill()
        tell(`a ${mode} was killed`)
        member.server = await start()
        tell(`the ${mode} is back`)
        member.store = createStore(member.server.url, own.seed)
      },
    }
    members.push(member)
  }
  try {
    await Promise.all(modes.map(join))
  } catch (error) {
    await own.close()
    throw error
  }

  const fronts = members.filter(({ mode }) => mode !== "worker")
  /** Any member that answers requests. */
  const front = (): Member => fronts[Math.floor(random() * fronts.length)] as Member

  let shoppers = 0
  let usual: Promise<UsualCart> | undefined
  const makeCart: Store["makeCart"] = async (wish) => {
    usual ??= makeUsualCart(front().store)
    return withCopiedCarts(front().store, await usual, (statements) => own.knex.raw(statements)).makeCart(wish)
  }
  const openSession: Store["openSession"] = (cart) => front().store.openSession(cart)
  /** Completes a cart again where Medusa's answer asks for it, as its Redis engine does when the machine is busy. */
  const placeOrder = async (cart: { id: string }, tries = 5): Promise<{ orderId: string }> =>
    front()
      .store.placeOrder(cart)
      .catch((error) => {
        const isBusy = error instanceof HttpProblem && error.status === 409 && /You may retry/.test(error.body.message)
        if (isBusy && tries > 1) return placeOrder(cart, tries - 1)
        throw error
      })

  const untilStored = (paymentId: string): Promise<unknown> =>
    until(
      `the event of ${paymentId} is stored`,
      async () => (await own.bring(front().server, paymentId)).status === 200,
      120_000,
    )

  return {
    ...own,
    members,
    front,
    place: async (count: number): Promise<Purchase[]> => {
      const placed: Purchase[] = []
      await forEachOf(Array.from({ length: count }), SHOPPERS, async () => {
        placed.push(await purchase({ makeCart, openSession, placeOrder }, "order", `shopper-${++shoppers}`))
        if (placed.length % TOLD_EVERY === 0 || placed.length === count)
          tell(`${placed.length} of ${count} orders placed`)
      })
      return placed
    },
    /**
     * Delivers the event of each order three times, in random order and to random servers, until one answers that it is
     * stored. Calls `during` after every event, with the number of delivered events.
     */
    announce: async (orders: readonly Purchase[], during: (brought: number) => unknown = () => undefined) => {
      const events = orders.flatMap((order) => Array.from({ length: TIMES }, () => ({ order, at: random() })))
      events.sort((one, other) => one.at - other.at)
      let brought = 0
      await forEachOf(events, SHOPPERS, async ({ order }) => {
        await untilStored(order.paymentId)
        brought += 1
        if (brought % (TIMES * TOLD_EVERY) === 0) tell(`${brought} of ${events.length} events brought`)
        await during(brought)
      })
    },
    /** Expects that every order is settled once. */
    settledOnce: async (orders: readonly Purchase[], settling: Settling = {}): Promise<void> => {
      // A killed process's locks expire after two minutes, and a slow machine settles one order per second.
      const { withinMs = 180_000 + 1000 * orders.length, dueNow, differently } = settling
      const ids = orders.map(({ paymentId }) => paymentId)
      const left = async () => {
        const [row] = await own.knex("crypto_payment").whereIn("external_id", ids).whereNot("status", "settled").count()
        return Number(row?.count)
      }
      const settle = async () => {
        await dueNow?.()
        return until("none is left", async () => (await left()) === 0, 1_000).catch(() => false)
      }
      await until("every order is settled", settle, withinMs)
      tell("every order is settled")
      await expectOnce(own.knex, orders, differently)
    },
    /** Makes a lookup of every watched payment due. The budget grants it as if the orders were an hour old. */
    lookUpNow: async (): Promise<void> => {
      await own.knex("crypto_payment").update({ created_at: new Date(Date.now() - 3_600_000) })
      await own.knex("crypto_connection").update({ calls_per_minute: 60, lookup_tokens: null })
      const due = { next_check_at: new Date(), lookup_priority: 0 }
      await own.knex("crypto_payment").whereNotNull("next_check_at").update(due)
    },
  }
}
