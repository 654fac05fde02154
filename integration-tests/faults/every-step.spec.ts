import { join } from "node:path"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import { forEachOf } from "../cluster/support/crowd"
import type { Delivered } from "../support/events"
import { type OwnStore, startOwnStore } from "../support/own-store"
import {
  type Account,
  accountsOf,
  asMedusaLeavesIt,
  type Kind,
  ONCE,
  type Purchase,
  purchase,
} from "../support/purchases"
import { createStore } from "../support/store"
import { until } from "../support/until"

/** Deliveries that one kill interrupts, each at another point. */
const AT_ONCE = 32
/** Attempts for a point that was not reached, for example because its work waited for another delivery's lock. */
const TRIES = 6
const SHOPPERS = 4
const STUCK_AFTER_MS = 10_000
/** Work that a crash interrupted continues within a minute of the restart. */
const TAKEN_UP_WITHIN_MS = 60_000
/** A kill before a read leaves the same as a kill before the next change, so only `all` tries reads. */
const POINTS = process.env.KILL_POINTS === "all" ? /./ : /^(insert|update|delete|commit)\b/

jest.setTimeout(30 * 60_000)

/** One delivery that must be killed at its point. */
type Try = { kind: Kind; point: string; place: number; tries: number; completing: boolean }
/** Its outcome: whether it reached its point, the answer's status, and its account right after the kill. */
type Killed = { bought: Purchase; try: Try; reached: boolean; answered: number; left: Account }

/** If one of these points is missing, the test did not see the whole work on an event. */
const LANDMARKS = [
  "insert crypto_webhook_event 1",
  "update crypto_webhook_event 2",
  "update crypto_payment 3",
  "insert capture 1",
  "insert order_transaction 1",
]

/** First and last point of Medusa's cart completion: it writes the order first and the payment last. */
const COMPLETING = ["insert order 1", "insert payment 1"] as const

describe("a server that is killed between any two steps of its work on an event", () => {
  let own: OwnStore
  let knex: Knex
  let victim: Stoppable

  beforeAll(async () => {
    own = await startOwnStore("steps")
    knex = own.knex
    victim = await startStoppable(own)
    // Only a store's first event writes the row of its connection.
    const first = await buy("order")
    await noted([first])
    await victim.bring(first.paymentId)
    await settled([first])
  })

  afterAll(() => own?.close())

  let shoppers = 0
  const buy = (kind: Kind): Promise<Purchase> => purchase(victim.store, kind, `${kind}-${++shoppers}`)

  /** All points between the arrival of an event and the end of the work that follows it. */
  async function pointsOf(kind: Kind): Promise<string[]> {
    const bought = await buy(kind)
    await noted([bought])
    expect(await victim.bring(bought.paymentId, bought.email)).toMatchObject({ status: 200, code: "stored" })
    await settled([bought])
    await until("nothing more is told", () => performance.now() - victim.lastTold() > 2_000)
    return [...victim.saw(bought.email)]
  }

  /** Waits until the plugin has noted the placed orders. */
  const noted = (all: readonly Purchase[]) =>
    until("the orders are noted", async () => {
      const ids = all.filter(({ kind }) => kind === "order").map(({ paymentId }) => paymentId)
      return (await knex("crypto_payment").whereIn("external_id", ids).whereNull("order_id")).length === 0
    })

  const late: string[] = []
  /** Waits until all are settled, or adds them to `late`. */
  async function settled(all: readonly Purchase[]): Promise<void> {
    const unsettled = async () =>
      [...(await accountsOf(knex, all))].filter(([, { status, ledger }]) => status !== "settled" || ledger === null)
    await until("all of them are settled", async () => (await unsettled()).length === 0, TAKEN_UP_WITHIN_MS).catch(
      async () => late.push(...(await unsettled()).map(([email, account]) => `${email} ${JSON.stringify(account)}`)),
    )
  }

  /** Ends the killed server's statements. PostgreSQL would still run those that wait for a lock. */
  async function forgetTheDead(): Promise<void> {
    const left = async (): Promise<number> => {
      const { rows } = await knex.raw(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
      )
      return rows.length
    }
    await until("no statement of the dead server is left", async () => (await left()) === 0)
  }

  /** Lets the killed server's leases expire at once. Their duration is tested elsewhere. */
  async function comeDue(): Promise<void> {
    const past = new Date(Date.now() - 1_000)
    await knex("crypto_webhook_event").whereNotNull("next_attempt_at").update({ next_attempt_at: past })
    await knex("crypto_payment")
      .whereIn("status", ["completed", "attention"])
      .update({ leased_until: null, next_check_at: past })
  }

  /** Stops one delivery at each point, kills the server and starts a new one. */
  async function killAt(points: readonly Try[], before: readonly Killed[]): Promise<Killed[]> {
    const bought = new Map<Try, Purchase>()
    await forEachOf(points, SHOPPERS, async (one) => void bought.set(one, await buy(one.kind)))
    await noted([...bought.values()])
    await settled(before.map((one) => one.bought))
    const answers = new Map<Try, Promise<number>>()
    // The latest point first: a stopped delivery may hold a lock that others need to reach a later point.
    const latestFirst = [...points].sort((one, other) => other.place - one.place)
    await forEachOf(latestFirst, SHOPPERS, async (one) => {
      const { paymentId, email } = bought.get(one) as Purchase
      const answer = victim.bring(paymentId, email, one.point).then(
        ({ status }) => status,
        () => 0,
      )
      answers.set(one, answer)
      const row = () => knex("crypto_payment").where({ external_id: paymentId, status: "settled" }).first()
      const over = async () => victim.stopped.has(email) || (await row()) !== undefined
      await until("it stands still", over, STUCK_AFTER_MS).catch(() => undefined)
    })
    const { stopped } = victim
    await victim.server.kill()
    await forgetTheDead()
    await comeDue()
    const accounts = await accountsOf(knex, [...bought.values()])
    const killed = await Promise.all(
      points.map(async (one): Promise<Killed> => {
        const purchased = bought.get(one) as Purchase
        const { email } = purchased
        const answered = (await answers.get(one)) as number
        const left = accounts.get(email) as Account
        return { bought: purchased, try: one, reached: stopped.has(email), answered, left }
      }),
    )
    await keptWhatWasAnswered(killed)
    victim = await startStoppable(own)
    // The service repeats only deliveries that were not answered 200.
    for (const { bought: unheard } of killed.filter(({ answered }) => answered !== 200)) {
      expect(await victim.bring(unheard.paymentId)).toMatchObject({ status: 200 })
    }
    return killed
  }

  async function keptWhatWasAnswered(killed: readonly Killed[]): Promise<void> {
    const ids = killed.filter(({ answered }) => answered === 200).map(({ bought }) => bought.paymentId)
    const kept: { body: string }[] = await knex("crypto_webhook_event").select("body")
    expect(ids.filter((id) => !kept.some(({ body }) => body.includes(id)))).toEqual([])
  }

  it("settles each payment once after a restart, for every point at which it was killed", async () => {
    const all: Killed[] = []
    let waiting: Try[] = []
    for (const kind of ["order", "cart"] as const) {
      const points = await pointsOf(kind)
      expect(points).toEqual(expect.arrayContaining([...LANDMARKS]))
      const chosen = ["after insert crypto_webhook_event 1", ...points.filter((one) => POINTS.test(one))]
      const [first, last] = COMPLETING.map((point) => points.indexOf(point)) as [number, number]
      const completing = first < 0 ? [] : points.slice(first + 1, last + 1)
      waiting.push(
        ...chosen.map(
          (point, place): Try => ({ kind, point, place, tries: 0, completing: completing.includes(point) }),
        ),
      )
      process.stderr.write(
        `  ${chosen.length} of ${points.length} points of an event whose payment has ${kind === "order" ? "an order" : "a cart"}\n`,
      )
    }
    const wished = waiting.length
    const never: Try[] = []
    let last: readonly Killed[] = []
    while (waiting.length > 0) {
      const rounds = Math.ceil(waiting.length / AT_ONCE)
      // Neighbouring points hold the same locks, so they go into different batches.
      const batch = waiting.filter((_, index) => index % rounds === 0)
      const killed = await killAt(batch, last)
      last = killed
      all.push(...killed)
      const missed = killed.filter(({ reached }) => !reached).map((one) => ({ ...one.try, tries: one.try.tries + 1 }))
      never.push(...missed.filter(({ tries }) => tries === TRIES))
      waiting = [...waiting.filter((one) => !batch.includes(one)), ...missed.filter(({ tries }) => tries < TRIES)]
      process.stderr.write(`  killed in the middle of ${batch.length}, ${missed.length} of them elsewhere\n`)
    }
    await settled(all.map(({ bought }) => bought))

    const accounts = await accountsOf(
      knex,
      all.map(({ bought }) => bought),
    )
    const wheres = all.map(({ try: { kind, point }, reached }) => `${kind} ${reached ? "at" : "near"} ${point}`)
    const told = all.map(({ bought }, index) => ({ where: wheres[index], ...accounts.get(bought.email) }))
    // For a delivery that was killed at another point, the account right after the kill says what Medusa left.
    const due = all.map(({ try: { completing }, reached, left }, index) => {
      return { where: wheres[index], ...(completing || !reached ? asMedusaLeavesIt(left) : ONCE) }
    })
    expect(told).toEqual(due)
    expect(late).toEqual([])
    expect(never.map(({ kind, point }) => `${kind}: ${point}`)).toEqual([])
    expect(all.filter(({ reached }) => reached)).toHaveLength(wished)
  })
})

const PRELOADED = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "support", "stop-at.cjs"))}` }

/** A server that reports the statements of single deliveries, and can stop their work at any of them. */
async function startStoppable(own: OwnStore) {
  const saw = new Map<string, string[]>()
  const stopped = new Set<string>()
  let toldAt = 0
  const server = await own.start(PRELOADED, (line) => {
    const [, word, name = "", point = ""] = /^(saw|stopped) (\S+)(?: (.+))?$/.exec(line) ?? []
    if (!word) return
    toldAt = performance.now()
    if (word === "stopped") stopped.add(name)
    else saw.set(name, [...(saw.get(name) ?? []), point])
  })
  return {
    server,
    store: createStore(server.url, own.seed),
    /** The points that the delivery with this name passed, in order. */
    saw: (name: string): readonly string[] => saw.get(name) ?? [],
    /** Names of the deliveries that are stopped at their point. */
    stopped,
    /** Time of the last report, by `performance.now`. */
    lastTold: () => toldAt,
    /**
     * Delivers the event of a payment.
     * @param name of the delivery; without a point, all of its points are reported
     * @param point where its work stops, in the form of stop-at.cjs
     */
    bring: (paymentId: string, name?: string, point?: string): Promise<Delivered> =>
      own.bring(server, paymentId, name ? { headers: { "x-stop-at": point ? `${name} ${point}` : name } } : {}),
  }
}

type Stoppable = Awaited<ReturnType<typeof startStoppable>>
