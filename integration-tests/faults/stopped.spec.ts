import { join } from "node:path"
import { type OwnStore, startOwnStore } from "../support/own-store"
import { expectOnce, type Purchase, purchase } from "../support/purchases"
import { createStore } from "../support/store"
import { until } from "../support/until"

/** Two Medusa processes in turn make the store. */
jest.setTimeout(10 * 60_000)

describe("a server that is stopped", () => {
  let own: OwnStore
  const start = (MEDUSA_WORKER_MODE: "server" | "shared") => {
    const NODE_OPTIONS = `--require ${JSON.stringify(join(__dirname, "support/tell-drain.cjs"))}`
    return own.start({ NODE_OPTIONS, MEDUSA_WORKER_MODE })
  }

  beforeAll(async () => {
    own = await startOwnStore("stopped")
    // Medusa gives a capture's locks three seconds (`lock_timeout`), and this test holds them for longer.
    await own.knex.raw(`CREATE FUNCTION hold_capture() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN SET LOCAL lock_timeout = 0; PERFORM pg_advisory_xact_lock_shared(4710); RETURN NEW; END $$;
      CREATE TRIGGER hold_capture BEFORE INSERT ON capture FOR EACH ROW EXECUTE FUNCTION hold_capture()`)
  })

  afterAll(() => own?.close())

  it("finishes captures in progress, and leaves the others to the next server", async () => {
    const { knex } = own
    // The captures are counted, so no sweep may start more of them.
    const server = await start("server")
    const store = createStore(server.url, own.seed)
    const orders: Purchase[] = []
    for (let count = 0; count < 6; count++) orders.push(await purchase(store, "order", `shopper-${count}`))
    // Makes the captures of all servers wait until the transaction ends.
    const lock = await knex.transaction()
    await lock.raw("SELECT pg_advisory_xact_lock(4710)")
    for (const { paymentId } of orders) expect(await own.bring(server, paymentId)).toMatchObject({ status: 200 })
    const statuses = () => knex("crypto_payment").orderBy("status").select("status", "leased_until")
    await until("all are known to be paid", async () =>
      (await statuses()).every(({ status }) => status === "completed"),
    )
    const locked = { datname: knex.raw("current_database()"), wait_event_type: "Lock" }
    await until("four captures wait", async () => (await knex("pg_stat_activity").where(locked)).length === 4)
    const stopped = server.stop()
    await until("the plugin drains", () => server.output().includes("the plugin drains"))
    await lock.rollback()
    await stopped
    const [left, done] = ["completed", "settled"].map((status) => ({ status, leased_until: null }))
    expect(await statuses()).toEqual([left, left, done, done, done, done])
    await start("shared")
    await expectOnce(knex, orders)
  })
})
