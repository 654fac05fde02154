import { makeUsualCart, type UsualCart, withCopiedCarts } from "../../support/copied-carts"
import { deliver } from "../../support/events"
import type { MedusaServer } from "../../support/medusa-process"
import { type OwnStore, startOwnStore } from "../../support/own-store"
import { webhookUrl } from "../../support/plugin-env"
import { createStore, type Store } from "../../support/store"
import { until } from "../../support/until"
import { type Books, booksOf } from "./books"
import { createRandom, forEachOf } from "./crowd"
import { tell } from "./tell"

/** Medusa's worker modes: `server` answers requests, `worker` does due work, `shared` does both. */
export type Mode = "server" | "shared" | "worker"

/** A process of the cluster. After a kill, `server` is a new process at another port. */
export type Member = { mode: Mode; server: MedusaServer; store: Store; killAndRestart: () => Promise<void> }

export type Placed = { paymentId: string; orderId: string; cartId: string; token: string }

export type Cluster = OwnStore & {
  members: Member[]
  /** Any member that answers requests. */
  front: () => Member
  place: (count: number) => Promise<Placed[]>
  /**
   * Delivers the event of each order three times, in random order and to random servers, until one answers that it is
   * stored. Calls `during` after every event, with the number of delivered events.
   */
  announce: (orders: readonly Placed[], during?: (brought: number) => Promise<void> | void) => Promise<void>
  settled: (orders: readonly Placed[], withinMs?: number) => Promise<void>
  books: (orders: readonly Placed[]) => Promise<Books>
}

/** Shoppers who place orders at the same time. */
const SHOPPERS = 8
const TIMES = 3
const TOLD_EVERY = 50

export async function startCluster(
  title: string,
  modes: readonly Mode[],
  env: Record<string, string>,
): Promise<Cluster> {
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
  const front = (): Member => fronts[Math.floor(random() * fronts.length)] as Member

  let shoppers = 0
  /** Milliseconds of all shoppers together, for each part of placing an order. */
  const spent = { carts: 0, sessions: 0, completing: 0 }
  const timed = async <T>(on: keyof typeof spent, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    try {
      return await work()
    } finally {
      spent[on] += performance.now() - start
    }
  }
  let usual: Promise<UsualCart> | undefined
  const makeCart = async (email: string) => {
    usual ??= makeUsualCart(front().store)
    return withCopiedCarts(front().store, await usual, (statements) => own.knex.raw(statements)).makeCart({ email })
  }
  const place = async (): Promise<Placed> => {
    shoppers += 1
    const email = `shopper-${shoppers}@example.com`
    const cart = await timed("carts", () => makeCart(email))
    const { data } = await timed("sessions", () => front().store.openSession(cart))
    const done = await timed("completing", () => front().store.placeOrder(cart))
    return { paymentId: data.payment_id, orderId: done.orderId, cartId: cart.id, token: data.token }
  }

  const bring = (paymentId: string): Promise<unknown> =>
    until(
      `the event of ${paymentId} is stored`,
      async () => {
        const receiver = { endpointSecret: own.endpointSecret, webhookUrl: webhookUrl(front().server.url) }
        const event = { id: `evt_${paymentId}`, type: "payment.completed", data: { payment: { id: paymentId } } }
        return (await deliver(receiver, event)).status === 200
      },
      120_000,
    )

  return {
    ...own,
    members,
    front,
    place: async (count) => {
      const placed: Placed[] = []
      await forEachOf(Array.from({ length: count }), SHOPPERS, async () => {
        placed.push(await place())
        if (placed.length % TOLD_EVERY === 0 || placed.length === count)
          tell(`${placed.length} of ${count} orders placed`)
      })
      return placed
    },
    announce: async (orders, during = () => undefined) => {
      const events = orders.flatMap((order) => Array.from({ length: TIMES }, () => ({ order, at: random() })))
      events.sort((one, other) => one.at - other.at)
      let brought = 0
      await forEachOf(events, SHOPPERS, async ({ order }) => {
        await bring(order.paymentId)
        brought += 1
        if (brought % (TIMES * TOLD_EVERY) === 0) tell(`${brought} of ${events.length} events brought`)
        await during(brought)
      })
    },
    // A killed process's locks expire after two minutes, and a slow machine settles one order per second.
    settled: async (orders, withinMs = 180_000 + 1000 * orders.length) => {
      const ids = orders.map(({ paymentId }) => paymentId)
      const left = async () => {
        const [row] = await own.knex("crypto_payment").whereIn("external_id", ids).whereNot("status", "settled").count()
        return Number(row?.count)
      }
      tell(`${await left()} of ${ids.length} orders are not settled yet`)
      await until("every order is settled", async () => (await left()) === 0, withinMs)
      tell("every order is settled")
    },
    books: (orders) => booksOf(own.knex, orders),
  }
}
