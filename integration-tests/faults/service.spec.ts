import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import type { Fault } from "../../src/sandbox"
import { type Cluster, startCluster } from "../cluster/support/cluster"
import { forEachOf } from "../cluster/support/crowd"
import { expectErrors, WHATEVER_MEETS } from "../support/expect-errors"
import { HttpProblem } from "../support/http"
import { type Purchase, purchase } from "../support/purchases"
import type { Store } from "../support/store"
import { until } from "../support/until"

jest.setTimeout(10 * 60_000)

/** Longest time for an answer to the shopper. */
const ANSWER_MS = 10_000
const ORDERS = 12

describe("a store whose payment service fails", () => {
  // It depends on timing which calls a fault meets, and the plugin logs each.
  expectErrors(WHATEVER_MEETS)

  let network: Network
  let shop: Cluster

  beforeAll(async () => {
    network = await startNetwork()
    shop = await startCluster("service", ["shared"], { CRYPTO_PAYMENTS_BASE_URL: network.url })
    network.aim(shop.sandbox.url)
  })

  afterAll(async () => {
    await shop?.close()
    await network?.close()
  })

  afterEach(() => {
    shop.sandbox.clearFaults()
    network.heal()
  })

  /** The faults of the service, in turns. */
  const IN_TURNS: readonly Fault[] = [
    { status: 500, body: { error: "internal" } },
    { delayMs: 1_500 },
    { hangUp: true },
    { status: 429, headers: { "retry-after": "1" }, body: { error: "rate_limited" } },
    { status: 503, headers: { "retry-after": "1" }, body: "<html>try later</html>" },
    { status: 502, body: "" },
    { delayMs: 20_000 },
    { status: 200, body: '{"id":"pay_' },
    { status: 504, body: null },
    { alter: (body) => ({ ...(body as object), id: null }) },
  ]

  type Answered = { ms: number; status: number }

  let shoppers = 0
  /** A shopper who tries again as often as the store asks for it. Adds all answers to `answers`. */
  async function buy(answers: Answered[]): Promise<Purchase> {
    const { store } = shop.front()
    const open: Store["openSession"] = async (cart) => {
      const begun = performance.now()
      const answered = (status: number) => void answers.push({ ms: performance.now() - begun, status })
      try {
        const session = await store.openSession(cart)
        answered(200)
        return session
      } catch (error) {
        answered(error instanceof HttpProblem ? error.status : 0)
        throw error
      }
    }
    const openSession: Store["openSession"] = (cart) => until("the payment step opens", () => open(cart), 120_000)
    return purchase({ ...store, openSession }, "order", `patient-${++shoppers}`)
  }

  const buyAll = async (count: number) => {
    const placed: Purchase[] = []
    const answers: Answered[] = []
    await forEachOf(Array.from({ length: count }), 4, async () => void placed.push(await buy(answers)))
    return { placed, answers }
  }

  /** Expects only answers that a storefront can handle, each within the time. */
  const bearable = (answers: readonly Answered[]): void => {
    expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
    expect(answers.filter(({ ms }) => ms > ANSWER_MS)).toEqual([])
  }

  /** Makes all postponed work due now. Backoff is tested elsewhere; the budget and its pauses stay as they are. */
  const dueNow = async (): Promise<void> => {
    await shop.knex("crypto_connection").update({ throttled_until: null })
    const due = { next_check_at: new Date(), lookup_priority: 0 }
    await shop.knex("crypto_payment").whereNotNull("next_check_at").update(due)
  }

  /** Expects that lookups find every payment without events, and that each is settled once. */
  const foundAndSettledOnce = async (orders: readonly Purchase[]) => {
    await shop.lookUpNow()
    await shop.settledOnce(orders, { dueNow, differently: { events: 0 } })
  }

  /** Buys more during a fault, pays for it, and expects that these orders and the ones before are settled once. */
  const buyMeanwhile = async (before: readonly Purchase[], during: () => void = () => undefined) => {
    const { placed, answers } = await buyAll(4)
    bearable(answers)
    payAll(placed)
    during()
    await foundAndSettledOnce([...before, ...placed])
  }

  const payAll = (orders: readonly Purchase[]) => orders.forEach(({ paymentId }) => void shop.sandbox.pay(paymentId))
  const lookups = (): number => shop.sandbox.requests().filter(({ method }) => method === "GET").length

  it("lets every shopper pay after any fault of the service, and settles each order once", async () => {
    for (const fault of IN_TURNS) shop.sandbox.interfere({ ...fault, on: "create" })
    const { placed, answers } = await buyAll(ORDERS)
    bearable(answers)
    expect(answers.some(({ status }) => status !== 200)).toBe(true)
    payAll(placed)
    await foundAndSettledOnce(placed)
  })

  it("settles each order once after lookups that failed in every way", async () => {
    const { placed } = await buyAll(ORDERS)
    payAll(placed)
    const before = lookups()
    for (const fault of [...IN_TURNS, ...IN_TURNS]) shop.sandbox.interfere({ ...fault, on: "lookup" })
    await shop.lookUpNow()
    await until(
      "several lookups failed",
      async () => {
        await dueNow()
        return lookups() - before >= IN_TURNS.length
      },
      120_000,
    )
    shop.sandbox.clearFaults()
    await foundAndSettledOnce(placed)
  })

  it("answers in time while connections are half open, and settles each order once", async () => {
    const { placed } = await buyAll(4)
    network.halfOpen()
    await buyMeanwhile(placed, () => {
      payAll(placed)
      network.halfOpen()
    })
  })

  it("answers in time while the network passes no bytes, and continues when it does", async () => {
    network.swallow()
    const cart = await shop.front().store.makeCart({ email: "unlucky@example.com" })
    const begun = performance.now()
    await expect(shop.front().store.openSession(cart)).rejects.toMatchObject({ status: 503 })
    expect(performance.now() - begun).toBeLessThan(ANSWER_MS)
    network.heal()
    await buyMeanwhile([])
  })

  it("settles each order once if its connections are reset during lookups", async () => {
    const { placed } = await buyAll(4)
    payAll(placed)
    shop.sandbox.interfere({ on: "lookup", delayMs: 2_000, times: 4 })
    await shop.lookUpNow()
    const claimed = async () => (await shop.knex("crypto_payment").where("leased_until", ">", new Date())).length > 0
    await until("it asks", claimed, 30_000)
    network.reset()
    await buyMeanwhile(placed)
  })
})

/** A proxy between a store and its service that can fail as networks do. */
async function startNetwork() {
  let target: URL | undefined
  let swallowing = false
  const pairs = new Set<readonly [Socket, Socket]>()

  const server = createServer((near) => {
    const far = connect(Number(target?.port), target?.hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const one of pair) {
      one.on("error", () => undefined)
      one.on("close", () => {
        for (const each of pair) each.destroy()
        pairs.delete(pair)
      })
    }
    near.pipe(far)
    far.pipe(near)
    if (swallowing) mute(pair)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")

  /** Keeps reading bytes, but passes none. */
  const mute = ([near, far]: readonly [Socket, Socket]): void => {
    near.unpipe(far).resume()
    far.unpipe(near).resume()
  }
  /** Passes no bytes on the present connections, without closing them. New connections work. */
  const halfOpen = () => pairs.forEach(mute)
  /** Resets every connection. */
  const reset = () => {
    for (const [near] of pairs) near.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the target of connections. It may be known only after the proxy's own address. */
    aim: (url: string): void => {
      target = new URL(url)
    },
    halfOpen,
    /** Passes no bytes on any connection, including new ones, until `heal`. */
    swallow: () => {
      swallowing = true
      halfOpen()
    },
    heal: () => {
      swallowing = false
    },
    reset,
    close: async (): Promise<void> => {
      server.close()
      reset()
    },
  }
}

type Network = Awaited<ReturnType<typeof startNetwork>>
