import { join } from "node:path"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { allRight, booksOf } from "../cluster/support/books"
import type { Placed } from "../cluster/support/cluster"
import type { MedusaServer } from "../support/medusa-process"
import { type OwnStore, startOwnStore } from "../support/own-store"
import { createStore } from "../support/store"
import { until } from "../support/until"

/** Two Medusa processes in turn make the store. */
jest.setTimeout(10 * 60_000)

describe("a server that is stopped", () => {
  let own: OwnStore
  const start = (mode: "server" | "shared"): Promise<MedusaServer> => {
    const NODE_OPTIONS = `--require ${JSON.stringify(join(__dirname, "support/tell-drain.cjs"))}`
    return own.start({ NODE_OPTIONS, MEDUSA_WORKER_MODE: mode })
  }

  beforeAll(async () => {
    own = await startOwnStore("stopped")
    // Medusa gives a capture's locks three seconds (`lock_timeout`), and the test holds them for longer.
    await own.knex.raw(`CREATE FUNCTION hold_capture() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN SET LOCAL lock_timeout = 0; PERFORM pg_advisory_xact_lock_shared(4710); RETURN NEW; END $$;
      CREATE TRIGGER hold_capture BEFORE INSERT ON capture FOR EACH ROW EXECUTE FUNCTION hold_capture()`)
  })

  afterAll(() => own?.close())

  it("finishes captures in progress, and leaves the others to the next server, which takes them up within a minute", async () => {
    const { knex } = own
    // The test counts captures, so no sweep may start more of them.
    const server = await start("server")
    const store = createStore(server.url, own.seed)
    const orders: Placed[] = []
    for (let count = 0; count < 6; count++) {
      const cart = await store.makeCart()
      const { data } = await store.openSession(cart)
      const { orderId } = await store.placeOrder(cart)
      orders.push({ paymentId: data.payment_id, orderId, cartId: cart.id, token: data.token })
    }
    // The captures of all servers wait until this transaction ends.
    const lock = await knex.transaction()
    await lock.raw("SELECT pg_advisory_xact_lock(4710)")
    for (const { paymentId } of orders) expect(await own.bring(server, paymentId)).toMatchObject({ status: 200 })
    const rows = (): Promise<PaymentRow[]> => knex("crypto_payment")
    const areAll = (wanted: string) => async () => (await rows()).every(({ status }) => status === wanted)
    await until("all are known to be paid", areAll("completed"))
    await until("four captures wait", async () => {
      const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      return (await knex.raw(waiting)).rows.length === 4
    })
    const stopped = server.stop()
    await until("the plugin drains", () => server.output().includes("the plugin drains"))
    await lock.rollback()
    await stopped
    const left = (await rows()).map(({ status, leased_until }) => [status, leased_until]).sort()
    expect(left).toEqual([...Array(2).fill(["completed", null]), ...Array(4).fill(["settled", null])])

    await start("shared")
    await until("all are settled", areAll("settled"), 60_000)
    const books = () => booksOf(knex, orders)
    await until("the ledgers follow", async () => (await books()).ledgerRight === orders.length)
    expect(await books()).toEqual(allRight(orders.length))
  })
})
