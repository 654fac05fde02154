import { join } from "node:path"
import type { Knex, PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { deliver } from "../support/events"
import type { MedusaServer } from "../support/medusa-process"
import { type OwnStore, startOwnStore, TESTS_CONNECTION } from "../support/own-store"
import { webhookUrl } from "../support/plugin-env"
import { createStore, type Store } from "../support/store"
import { until } from "../support/until"

/** Three Medusa processes in turn make the store. */
jest.setTimeout(10 * 60_000)

/** Work that a crash interrupted continues within a minute of the restart. */
const TAKEN_UP_WITHIN_MS = 60_000

describe("a server that is stopped or killed", () => {
  let own: OwnStore
  let knex: Knex
  let server: MedusaServer
  let store: Store
  const start = async (mode: "server" | "shared" = "shared"): Promise<void> => {
    const NODE_OPTIONS = `--require ${JSON.stringify(join(__dirname, "support/tell-drain.cjs"))}`
    server = await own.start({ NODE_OPTIONS, MEDUSA_WORKER_MODE: mode })
    store = createStore(server.url, own.seed)
  }

  beforeAll(async () => {
    own = await startOwnStore("killed")
    knex = own.knex
    // Medusa gives a capture's locks three seconds (`lock_timeout`), and these tests hold them for longer.
    await knex.raw(`CREATE FUNCTION hold_capture() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN SET LOCAL lock_timeout = 0; PERFORM pg_advisory_xact_lock_shared(4710); RETURN NEW; END $$;
      CREATE TRIGGER hold_capture BEFORE INSERT ON capture FOR EACH ROW EXECUTE FUNCTION hold_capture()`)
    // The first test counts captures, so no sweep may start more of them.
    await start("server")
  })

  afterAll(() => own?.close())

  const placeOrder = async () => {
    const cart = await store.makeCart()
    const { data } = await store.openSession(cart)
    const done = await store.placeOrder(cart)
    return { id: data.payment_id, orderId: done.orderId, cart }
  }

  const announce = (id: string) =>
    deliver(
      { endpointSecret: own.endpointSecret, webhookUrl: webhookUrl(server.url) },
      {
        id: `evt_${id}`,
        type: "payment.completed",
        data: { payment: { id } },
      },
    )

  const rowOf = async (id: string): Promise<PaymentRow> => knex("crypto_payment").where({ external_id: id }).first()

  /** Number of the server's statements that wait for a lock. */
  const waiting = async (): Promise<number> => {
    const { rows } = await knex.raw(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length
  }

  /**
   * Ends the killed server's statements, because PostgreSQL would still run those that wait for a lock. It repeats
   * until all of the server's connections are closed, because the last statement may start to wait late.
   */
  const forgetTheDead = (): Promise<boolean> =>
    until("no connection of the dead server is left", async () => {
      const { rows } = await knex.raw(
        `SELECT wait_event_type = 'Lock' AND pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name <> ?`,
        [TESTS_CONNECTION],
      )
      return rows.length === 0
    })

  /** Makes the captures of all servers wait until the transaction ends. */
  const holdCaptures = async () => {
    const lock = await knex.transaction()
    await lock.raw("SELECT pg_advisory_xact_lock(4710)")
    return lock
  }

  type PlacedOrder = Awaited<ReturnType<typeof placeOrder>>

  /** Counts in the database: captures of the payment, orders of the cart, entries in the order's ledger. */
  const booksOf = async ({ id, orderId, cart }: PlacedOrder) => {
    const { rows } = await knex.raw(
      `SELECT (SELECT count(*)::int FROM capture JOIN payment ON payment.id = capture.payment_id
                WHERE payment.payment_collection_id = :collection) AS captures,
              (SELECT count(*)::int FROM order_cart WHERE cart_id = :cart) AS orders,
              (SELECT count(*)::int FROM order_transaction WHERE order_id = :order AND deleted_at IS NULL) AS transactions`,
      { collection: (await rowOf(id)).payment_collection_id, cart: cart.id, order: orderId },
    )
    return rows[0] as { captures: number; orders: number; transactions: number }
  }
  const ONCE = { captures: 1, orders: 1, transactions: 1 }

  const settledWithinAMinute = async (id: string): Promise<void> => {
    await until(`payment ${id} is settled`, async () => (await rowOf(id)).status === "settled", TAKEN_UP_WITHIN_MS)
  }

  it("finishes captures in progress when it is stopped, and leaves the others to the next server", async () => {
    const orders: PlacedOrder[] = []
    for (let count = 0; count < 6; count++) orders.push(await placeOrder())
    const lock = await holdCaptures()
    for (const { id } of orders) expect(await announce(id)).toMatchObject({ status: 200 })
    const rows = () => Promise.all(orders.map(({ id }) => rowOf(id)))
    await until("all are known to be paid", async () => (await rows()).every(({ status }) => status === "completed"))
    await until("four captures wait", async () => (await waiting()) === 4)
    const stopped = server.stop()
    await until("the plugin drains", () => server.output().includes("the plugin drains"))
    await lock.rollback()
    await stopped
    const left = (await rows()).map(({ status, leased_until }) => [status, leased_until]).sort()
    expect(left).toEqual([...Array(2).fill(["completed", null]), ...Array(4).fill(["settled", null])])

    await start()
    for (const order of orders) {
      await settledWithinAMinute(order.id)
      expect(await booksOf(order)).toEqual(ONCE)
    }
  })

  it("settles once after the restart if it was killed between its answer to an event and settling", async () => {
    const order = await placeOrder()
    // Settling waits for this lock, so that the kill comes before it for certain.
    const lock = await knex.transaction()
    await lock.raw("LOCK TABLE crypto_payment IN EXCLUSIVE MODE")
    expect(await announce(order.id)).toMatchObject({ status: 200, code: "stored" })
    await server.kill()
    await forgetTheDead()
    await lock.rollback()
    expect((await rowOf(order.id)).status).toBe("awaiting_payment")
    expect(await booksOf(order)).toEqual({ captures: 0, orders: 1, transactions: 0 })

    await start()
    await settledWithinAMinute(order.id)
    await until("the ledger follows", async () => (await booksOf(order)).transactions === 1)
    expect(await booksOf(order)).toEqual(ONCE)
  })

  it("settles once after the restart if it was killed during the capture", async () => {
    const order = await placeOrder()
    // The payment is completed and claimed, and Medusa's capture waits for this lock until the kill.
    const lock = await holdCaptures()
    expect(await announce(order.id)).toMatchObject({ status: 200 })
    await until("the capture waits", async () => (await waiting()) > 0)
    await server.kill()
    await forgetTheDead()
    await lock.rollback()
    expect(await rowOf(order.id)).toMatchObject({ status: "completed", leased_until: expect.any(Date) })

    await start()
    await settledWithinAMinute(order.id)
    await until("the ledger follows", async () => (await booksOf(order)).transactions === 1)
    expect(await booksOf(order)).toEqual(ONCE)
  })

  it("makes no second capture if it was killed after the capture and before it updated its own row", async () => {
    const order = await placeOrder()
    await knex.raw(`CREATE FUNCTION hold_settled() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.status = 'settled' THEN PERFORM pg_advisory_xact_lock(4711); END IF; RETURN NEW; END $$;
      CREATE TRIGGER hold_settled BEFORE UPDATE ON crypto_payment FOR EACH ROW EXECUTE FUNCTION hold_settled()`)
    const lock = await knex.transaction()
    await lock.raw("SELECT pg_advisory_xact_lock(4711)")
    expect(await announce(order.id)).toMatchObject({ status: 200 })
    await until("it was captured", async () => (await booksOf(order)).captures === 1)
    await until("our row's last move waits", async () => (await waiting()) > 0)
    await server.kill()
    await forgetTheDead()
    await lock.rollback()
    // Back-dated: only the test before this one waits for a whole lease.
    const past = new Date(Date.now() - 1000)
    await knex("crypto_payment").where({ external_id: order.id }).update({ leased_until: past, next_check_at: past })

    await start()
    await settledWithinAMinute(order.id)
    await until("the ledger follows", async () => (await booksOf(order)).transactions === 1)
    expect(await booksOf(order)).toEqual(ONCE)
  })
})
