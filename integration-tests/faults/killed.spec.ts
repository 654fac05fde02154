import { join } from "node:path"
import type { Knex, PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import type { MedusaServer } from "../support/medusa-process"
import { type OwnStore, startOwnStore, TESTS_CONNECTION } from "../support/own-store"
import { expectOnce, type Purchase, purchase } from "../support/purchases"
import { createStore, type Store } from "../support/store"
import { until } from "../support/until"

/** Three Medusa processes in turn make the store. */
jest.setTimeout(10 * 60_000)

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

  let shoppers = 0
  const placeOrder = () => purchase(store, "order", `shopper-${++shoppers}`)

  const announce = (id: string) => own.bring(server, id)

  const rowOf = async (id: string): Promise<PaymentRow> => knex("crypto_payment").where({ external_id: id }).first()

  /** Number of the server's statements that wait for a lock. */
  const waiting = async (): Promise<number> => {
    const { rows } = await knex.raw(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length
  }

  /**
   * Kills the server and ends its statements, because PostgreSQL would still run those that wait for this lock. It
   * repeats until all of the server's connections are closed, because the last statement may start to wait late.
   */
  const killDuring = async (lock: { rollback: () => Promise<unknown> }): Promise<void> => {
    await server.kill()
    await until("no connection of the dead server is left", async () => {
      const { rows } = await knex.raw(
        `SELECT wait_event_type = 'Lock' AND pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name <> ?`,
        [TESTS_CONNECTION],
      )
      return rows.length === 0
    })
    await lock.rollback()
  }

  /** Makes the captures of all servers wait until the transaction ends. */
  const holdCaptures = async () => {
    const lock = await knex.transaction()
    await lock.raw("SELECT pg_advisory_xact_lock(4710)")
    return lock
  }

  /** Work that a crash interrupted continues within a minute of the restart. */
  const settlesOnceAfterRestart = async (...orders: Purchase[]): Promise<void> => {
    await start()
    await expectOnce(knex, orders)
  }

  it("finishes captures in progress when it is stopped, and leaves the others to the next server", async () => {
    const orders: Purchase[] = []
    for (let count = 0; count < 6; count++) orders.push(await placeOrder())
    const lock = await holdCaptures()
    for (const { paymentId } of orders) expect(await announce(paymentId)).toMatchObject({ status: 200 })
    const rows = () => Promise.all(orders.map(({ paymentId }) => rowOf(paymentId)))
    await until("all are known to be paid", async () => (await rows()).every(({ status }) => status === "completed"))
    await until("four captures wait", async () => (await waiting()) === 4)
    const stopped = server.stop()
    await until("the plugin drains", () => server.output().includes("the plugin drains"))
    await lock.rollback()
    await stopped
    const left = (await rows()).map(({ status, leased_until }) => [status, leased_until]).sort()
    expect(left).toEqual([...Array(2).fill(["completed", null]), ...Array(4).fill(["settled", null])])
    await settlesOnceAfterRestart(...orders)
  })

  it("settles once after the restart if it was killed between its answer to an event and settling", async () => {
    const order = await placeOrder()
    // Settling waits for this lock, so that the kill comes before it for certain.
    const lock = await knex.transaction()
    await lock.raw("LOCK TABLE crypto_payment IN EXCLUSIVE MODE")
    expect(await announce(order.paymentId)).toMatchObject({ status: 200, code: "stored" })
    await killDuring(lock)
    expect((await rowOf(order.paymentId)).status).toBe("awaiting_payment")
    await settlesOnceAfterRestart(order)
  })

  it("settles once after the restart if it was killed during the capture", async () => {
    const order = await placeOrder()
    // The payment is completed and claimed, and Medusa's capture waits for this lock until the kill.
    const lock = await holdCaptures()
    expect(await announce(order.paymentId)).toMatchObject({ status: 200 })
    await until("the capture waits", async () => (await waiting()) > 0)
    await killDuring(lock)
    expect(await rowOf(order.paymentId)).toMatchObject({ status: "completed", leased_until: expect.any(Date) })

    await settlesOnceAfterRestart(order)
  })
})
