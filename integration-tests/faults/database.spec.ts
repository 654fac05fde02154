import { setTimeout as sleep } from "node:timers/promises"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { type Cluster, startCluster } from "../cluster/support/cluster"
import { forEachOf } from "../cluster/support/crowd"
import type { Delivered } from "../support/events"
import { expectErrors, WHATEVER_MEETS } from "../support/expect-errors"
import { type Postgres, startPostgres } from "../support/postgres"
import type { Purchase } from "../support/purchases"
import { until } from "../support/until"

jest.setTimeout(10 * 60_000)

/** Events that are delivered at the same time. */
const AT_ONCE = 8

/** Delivers the event of an order once. */
const bring = (shop: Cluster, order: Purchase): Promise<Delivered> => shop.bring(shop.front().server, order.paymentId)

/**
 * Delivers the event of each order until it is answered 200, and never again, because such an event must not be lost.
 * Expects no other refusal than 503.
 * @param during called before each order's first delivery, with the number of orders before it
 */
async function bringEach(
  shop: Cluster,
  orders: readonly Purchase[],
  during: (brought: number) => void = () => undefined,
): Promise<void> {
  /** Number of answers by status; 0 stands for no answer. */
  const told = new Map<number, number>()
  let begun = 0
  await forEachOf(orders, AT_ONCE, async (order) => {
    during(begun++)
    await until(
      `the event of ${order.paymentId} is stored`,
      async () => {
        const status = await bring(shop, order).then(
          (answer) => answer.status,
          () => 0,
        )
        told.set(status, (told.get(status) ?? 0) + 1)
        return status === 200
      },
      120_000,
    )
  })
  expect([...told.keys()].filter((status) => ![200, 503].includes(status))).toEqual([])
  expect(told.get(200)).toBe(orders.length)
}

/** Orders whose events arrive around each fault. */
const ORDERS = 12

describe("a store whose PostgreSQL fails", () => {
  // It depends on timing which calls a fault meets, and Medusa logs each.
  expectErrors(WHATEVER_MEETS)

  let postgres: Postgres
  let shop: Cluster

  beforeAll(async () => {
    // With its log on disk, as a store's database has it, a crash loses no commits.
    postgres = await startPostgres({ durable: true })
    Object.assign(process.env, { DB_HOST: postgres.host, DB_PORT: String(postgres.port) })
    shop = await startCluster("database", ["shared"], {})
  })

  afterAll(async () => {
    await shop?.close()
    await postgres?.stop()
  })

  /** Makes all postponed work due now, except work that a process is doing. Backoff is tested elsewhere. */
  const dueNow = async (): Promise<void> => {
    const now = new Date()
    await shop.knex("crypto_webhook_event").where({ state: "failed" }).update({ next_attempt_at: now })
    await shop
      .knex<PaymentRow>("crypto_payment")
      .whereIn("status", ["completed", "attention"])
      .andWhere((free) => free.whereNull("leased_until").orWhere("leased_until", "<=", now))
      .update({ next_check_at: now })
  }

  /** Expects that every order is settled exactly once. */
  const settledOnce = (orders: readonly Purchase[]) => shop.settledOnce(orders, { dueNow })

  it("answers 503 while PostgreSQL is stopped, and settles each order once when it is back", async () => {
    const orders = await shop.place(ORDERS)
    let outage: Promise<void> | undefined
    await bringEach(shop, orders, (brought) => {
      if (brought !== ORDERS / 2) return
      outage = (async () => {
        await postgres.shutDown()
        await until("an event is refused", async () => (await bring(shop, orders[0] as Purchase)).status === 503)
        await postgres.bringBack()
      })()
    })
    await outage
    await settledOnce(orders)
  })

  /** Kills one of PostgreSQL's processes. PostgreSQL then ends all others too, and recovers from its log. */
  async function crash(): Promise<boolean> {
    const pid = await until("a connection is there", async () => {
      const { rows } = await shop.knex.raw("SELECT pg_backend_pid() AS pid")
      return rows[0].pid as number
    })
    return signalIfThere(pid, "SIGKILL")
  }

  /** Terminates all other connections. Two calls at once may terminate each other. */
  const terminate = (): Promise<boolean> =>
    shop.knex
      .raw(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      )
      .then(
        () => true,
        () => false,
      )

  it.each([
    ["PostgreSQL crashes, cuts every connection and recovers", 4, crash],
    ["its connections are terminated again and again", 3, terminate],
  ])("settles each order once while %s", async (_what, every, fault) => {
    const orders = await shop.place(ORDERS)
    const faults: Promise<boolean>[] = []
    await bringEach(shop, orders, (brought) => {
      if (brought % every === every - 1) faults.push(fault())
    })
    expect((await Promise.all(faults)).filter(Boolean).length).toBeGreaterThan(1)
    await settledOnce(orders)
  })

  /** False for a process that has ended since it was listed, such as one of autovacuum. */
  function signalIfThere(pid: number, name: NodeJS.Signals): boolean {
    try {
      return process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
      return false
    }
  }

  it("answers no event while PostgreSQL hangs, and then answers 200 and settles each order once", async () => {
    const orders = await shop.place(8)
    const { rows } = await shop.knex.raw("SELECT pid FROM pg_stat_activity")
    const processes = [postgres.pid, ...rows.map(({ pid }: { pid: number }) => pid)]
    let answered = 0
    let answers: Promise<number[]> | undefined
    try {
      for (const pid of processes) signalIfThere(pid, "SIGSTOP")
      answers = Promise.all(
        orders.map(async (order) => {
          const { status } = await bring(shop, order)
          answered += 1
          return status
        }),
      )
      await sleep(2_000)
      expect(answered).toBe(0)
    } finally {
      for (const pid of processes) signalIfThere(pid, "SIGCONT")
    }
    expect(await answers).toEqual(orders.map(() => 200))
    await settledOnce(orders)
  })

  /** The tables that are written between the event and the captured order, and how. */
  const WRITES = [
    ["crypto_webhook_event", "INSERT"],
    ["crypto_webhook_event", "UPDATE"],
    ["crypto_payment", "UPDATE"],
    ["payment", "INSERT"],
    ["payment", "UPDATE"],
    ["payment_session", "UPDATE"],
    ["payment_collection", "UPDATE"],
    ["capture", "INSERT"],
    ["order_transaction", "INSERT"],
    ["order_summary", "UPDATE"],
  ] as const

  it.each(WRITES)("settles an order once after a full disk refused the table %s an %s", async (table, verb) => {
    const [order] = (await shop.place(1)) as [Purchase]
    const row = () => shop.knex<PaymentRow>("crypto_payment").where({ external_id: order.paymentId }).first()
    await until("the order's confirmation is noted", async () => (await row())?.order_id !== null)
    // A sequence keeps its count when a transaction is rolled back. 53100 is PostgreSQL's "disk full".
    await shop.knex.raw(`CREATE SEQUENCE refused;
      CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM nextval('refused');
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER fill_disk BEFORE ${verb} ON "${table}" FOR EACH ROW EXECUTE FUNCTION fill_disk()`)
    const refused = async () =>
      Number((await shop.knex("refused").select("last_value").where("is_called", true).first())?.last_value ?? 0)

    let first: Delivered
    try {
      first = await bring(shop, order)
      expect(first.status).toBe(table === "crypto_webhook_event" && verb === "INSERT" ? 503 : 200)
      await until("a write was refused", async () => (await refused()) > 0)
    } finally {
      await shop.knex.raw(`DROP TRIGGER fill_disk ON "${table}"; DROP FUNCTION fill_disk; DROP SEQUENCE refused`)
    }
    if (first.status === 503) expect(await bring(shop, order)).toMatchObject({ status: 200 })
    await settledOnce([order])
  })
})
