import { AttentionLists } from "../../src/modules/crypto-payments/stores/attention"
import { HealthStore, MOST_COUNTED } from "../../src/modules/crypto-payments/stores/health"
import type { Knex, PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { describeModule, type ModuleDatabase, newPayment } from "../support/module-database"
import { costsOf } from "./support/statement-costs"

const NOW = new Date("2026-03-01T12:00:00Z")
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000)
const EVER = new Date("2020-01-01T00:00:00Z")

/** Fills the tables of an old store: most payments are settled, a tenth is watched, and a few have each problem. */
async function fill({ knex }: ModuleDatabase): Promise<void> {
  await knex.raw(
    `INSERT INTO crypto_payment
       (id, connection_id, external_id, test_mode, payment_collection_id, session_id, asset, chain, address, uri,
        pay_amount_base, decimals, amount_minor, currency, rate, quote_expires_at, renew_at, token, status, due_rank,
        next_check_at, note_at, completed_by, completed_at, attention_reason, attention_at, created_at, updated_at)
     SELECT 'cpay_' || md5(n::text), CASE WHEN n % 500 = 0 THEN 'rare' ELSE 'default' END, 'pay_' || md5('x' || n), false,
            'pay_col_' || n, 'payses_' || n, 'BTC', 'bitcoin', 'bc1q' || md5('a' || n), 'bitcoin:bc1q', '40000', 8, '2550',
            'USD', '63750.00', at, at, md5('t' || n), state, CASE WHEN state = 'expired' THEN 1 ELSE 0 END,
            -- Due: the oldest tenth of what is watched.
            CASE WHEN state = 'expired' THEN :now::timestamptz + (n - 3000) * interval '1 s'
                 WHEN state = 'awaiting_payment' THEN :now::timestamptz + (n - 90) * interval '1 s' END,
            CASE WHEN n % 5000 = 1 THEN :now::timestamptz - interval '1 s' END,
            CASE WHEN state NOT IN ('expired', 'awaiting_payment') THEN CASE WHEN n % 3 = 0 THEN 'lookup' ELSE 'event x' END END,
            CASE WHEN state NOT IN ('expired', 'awaiting_payment') THEN at END,
            CASE WHEN state = 'attention' THEN 'settling_failed' END, CASE WHEN state = 'attention' THEN at END, at, at
       FROM (SELECT n, :now::timestamptz - (30001 - n) * interval '1 min' AS at,
                    CASE WHEN n % 3000 = 0 THEN 'completed' WHEN n % 1000 = 0 THEN 'attention'
                         WHEN n % 150 = 0 THEN 'awaiting_payment' WHEN n % 10 = 0 THEN 'expired' ELSE 'settled' END AS state
               FROM generate_series(1, 30000) AS n) AS drawn`,
    { now: NOW },
  )
  await knex.raw(
    `INSERT INTO crypto_webhook_event
       (id, connection_id, digest, kind, body, state, attempts, next_attempt_at, payment_id, created_at, updated_at)
     SELECT 'cevt_' || md5(n::text), 'default', md5('d' || n), 'payment.completed', '{}',
            CASE WHEN n % 2000 = 0 THEN 'unmatched' WHEN n % 3001 = 0 THEN 'failed' ELSE 'processed' END, 5,
            CASE WHEN n % 3001 = 0 THEN :now::timestamptz - n * interval '1 ms' END, 'cpay_' || md5(n::text),
            :now::timestamptz - n * interval '1 min', :now
       FROM generate_series(1, 30000) AS n`,
    { now: NOW },
  )
  await knex.raw("VACUUM (ANALYZE) crypto_payment, crypto_webhook_event")
}

const costOf = (knex: Knex, call: (store: HealthStore) => Promise<unknown>) =>
  costsOf(knex, (trx) => call(new HealthStore(trx)))

describeModule("the numbers of the health page", (database) => {
  const health = () => new HealthStore(database.knex)
  const insert = (wish: Partial<PaymentRow> = {}, at = NOW) =>
    database.payments.insert(newPayment(NOW), at).then(async (row) => {
      const changed = await database
        .knex("crypto_payment")
        .where({ id: row.id })
        .update({ next_check_at: null, ...wish })
      expect(changed).toBe(1)
      return row
    })
  const store = (digest: string, wish: object) =>
    database.events
      .store({ connectionId: "default", digest, kind: "payment.completed", body: "{}", ignored: false }, ago(3600))
      .then(({ id }) =>
        database
          .knex("crypto_webhook_event")
          .where({ id })
          .update({ next_attempt_at: null, ...wish }),
      )

  it("are zero or null in an empty store, except for the database's time", async () => {
    const { database_now, ...numbers } = await health().numbers(NOW, ["default"])
    expect(Math.abs(database_now.getTime() - Date.now())).toBeLessThan(60_000)
    const none = { event: null, payment: null, watched: null, note: null, payout: null }
    expect(numbers).toEqual({
      ...Object.fromEntries(Object.entries(none).map(([name, value]) => [`${name}_due_at`, value])),
      last_look_up_minute: null,
      oldest_unsettled_at: null,
      unsettled: 0,
      events_waiting: 0,
      events_failed: 0,
      events_unmatched: 0,
      settling_faults: 0,
      event_faults: 0,
    })
  })

  it("say since when the oldest work of each kind is due, without leased, later or deleted rows", async () => {
    await insert({ status: "completed", next_check_at: ago(20), due_rank: 0 })
    await insert({ status: "completed", next_check_at: ago(30), due_rank: 0 })
    await insert({ next_check_at: ago(99), due_rank: 0, deleted_at: NOW } as never)
    await insert({ status: "completed", next_check_at: ago(98), due_rank: 0, leased_until: ago(-1) })
    await insert({ status: "completed", next_check_at: ago(-40), due_rank: 0 })
    await insert({ next_check_at: ago(50), due_rank: 1 })
    await insert({ note_at: ago(60) })
    await insert({ note_at: ago(-60) })
    await store("1", { next_attempt_at: ago(70) })
    await store("2", { next_attempt_at: ago(10) })
    await store("3", { next_attempt_at: ago(-10) })
    const payout = { amount_minor: "1", currency: "USD", sent_base: "1", asset: "BTC", chain: "bitcoin", address: "a" }
    const record = (transaction_id: string, at: Date) =>
      database.payouts.insert(
        { ...payout, payment_id: "cpay_1", transaction_id, note: null, created_by: null },
        null,
        at,
      )
    await record("1", ago(39))
    expect((await health().numbers(NOW, ["default"])).payout_due_at).toBeNull()
    const { id } = await record("2", ago(500))
    await database.payouts.booked(id, ago(500))
    await record("3", ago(100))
    expect(await health().numbers(NOW, ["default"])).toMatchObject({
      payment_due_at: ago(30),
      watched_due_at: ago(50),
      note_due_at: ago(60),
      event_due_at: ago(70),
      payout_due_at: ago(60),
      events_waiting: 3,
    })
  })

  it("count unsettled payments, faults, and events by their state", async () => {
    await insert({ status: "completed", completed_at: ago(5) })
    await insert({ status: "completed", completed_at: ago(8) })
    await insert({ status: "settled", completed_at: ago(99), session_id: "payses_2" })
    await insert({ status: "attention", attention_reason: "settling_failed", attention_at: NOW, completed_at: ago(99) })
    await insert({ status: "attention", attention_reason: "session_gone", attention_at: NOW, completed_at: ago(99) })
    await store("1", { state: "failed", attempts: 2 })
    await store("2", { state: "failed", attempts: 3 })
    await store("3", { state: "unmatched", attempts: 5 })
    await store("4", { state: "closed", attempts: 5 })
    expect(await health().numbers(NOW, ["default"])).toMatchObject({
      unsettled: 2,
      oldest_unsettled_at: ago(8),
      settling_faults: 1,
      events_failed: 2,
      event_faults: 1,
      events_unmatched: 1,
      events_waiting: 0,
    })
  })

  it("count faults exactly, even among thousands of newer failed and unmatched events", async () => {
    for (const n of [1, 2, 3]) await store(`${n}`, { state: "failed", attempts: 3, created_at: ago(9999) })
    await insert({ status: "attention", attention_reason: "settling_failed", attention_at: NOW })
    await database.knex.raw(
      `INSERT INTO crypto_webhook_event (id, connection_id, digest, body, state, attempts, next_attempt_at, created_at)
       SELECT 'cevt_' || n, 'default', 'd' || n, '{}', CASE WHEN n % 2 = 0 THEN 'unmatched' ELSE 'failed' END, 1, NULL, :now
         FROM generate_series(1, 3000) AS n`,
      { now: NOW },
    )
    expect(await health().numbers(NOW, ["default"])).toMatchObject({
      events_failed: MOST_COUNTED,
      events_unmatched: MOST_COUNTED,
      event_faults: 3,
      settling_faults: 1,
    })
  })

  it("give the minute of the last lookup by any connection", async () => {
    await database.connections.takeLookups("default", { wanted: 1, ceiling: 60 }, ago(600))
    await database.connections.takeLookups("second", { wanted: 1, ceiling: 60 }, ago(130))
    await database.connections.patch("third", { health: "working" }, NOW)
    expect((await health().numbers(NOW, ["default"])).last_look_up_minute).toEqual(new Date("2026-03-01T11:57:00Z"))
  })

  it("list a connection's paid payments, the last paid first, and say which of them had no event", async () => {
    const paid = (seconds: number, completed_by: string, wish: Partial<PaymentRow> = {}) =>
      insert({ status: "closed", completed_by, completed_at: ago(seconds), ...wish })
    await paid(400, "event cevt_1")
    await paid(300, "lookup")
    // A shopper watched this payment, so a lookup found the money before the event came.
    const { id } = await paid(500, "lookup")
    await store("1", { payment_id: id, state: "processed" })
    await paid(299, "lookup")
    await paid(86_400, "lookup")
    await paid(350, "lookup", { connection_id: "second" })
    await paid(350, "lookup", { deleted_at: NOW } as never)
    await insert()
    expect(await health().paid("default", ago(300), ago(86_400))).toEqual([
      { at: ago(300), withoutEvent: true },
      { at: ago(400), withoutEvent: false },
      { at: ago(500), withoutEvent: false },
    ])
  })

  it("count the payments that wait for a connection, and know whether one has a valid quote", async () => {
    const waiting = (id = "gone") => health().waiting(id, NOW)
    expect(await waiting()).toEqual({ count: 0, living: false })
    const soon = { connection_id: "gone", next_check_at: ago(-60) }
    await insert({ ...soon, quote_expires_at: ago(1) })
    await insert({ ...soon, quote_expires_at: ago(1), due_rank: 2 })
    await insert({ ...soon, status: "completed", quote_expires_at: ago(1) })
    await insert({ connection_id: "gone", status: "settled" })
    await insert({ ...soon, deleted_at: NOW } as never)
    await insert({ next_check_at: ago(-60) })
    expect(await waiting()).toEqual({ count: 3, living: false })
    for (const due_rank of [0, 1, 2]) {
      const { id } = await insert({ ...soon, due_rank, quote_expires_at: ago(-1) })
      expect(await waiting()).toEqual({ count: 4, living: true })
      await database.knex("crypto_payment").where({ id }).delete()
    }
  })

  it("list only the twenty payments that were paid last", async () => {
    for (let n = 0; n < 25; n++) await insert({ status: "closed", completed_by: "lookup", completed_at: ago(n) })
    const paid = await health().paid("default", NOW, EVER)
    expect(paid.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, n) => ago(n)))
  })

  it("list orders that have an unpaid payment and are still checked, the oldest first, each once", async () => {
    const judged = { order_id: "order_1", unpaid_check_at: ago(-60) }
    const place = (seconds: number, wish: Partial<PaymentRow>) => insert({ ...judged, ...wish }, ago(seconds))
    await place(30, { order_id: "order_2", status: "expired", unpaid_check_at: ago(5) })
    await place(40, { superseded_at: ago(20) })
    await place(20, {})
    await place(50, { order_id: "order_3", unpaid_check_at: null })
    await place(50, { order_id: "order_4", status: "completed" })
    await place(50, { order_id: null })
    await place(50, { order_id: "order_5", deleted_at: NOW } as never)
    expect(await health().waitingOrders()).toEqual(["order_1", "order_2"])
  })

  it("list connections that payments wait for among the attention items, by time, and find them by id", async () => {
    const { id } = await insert({ status: "attention", attention_reason: "session_gone", attention_at: ago(50) })
    const list = new AttentionLists(database.knex)
    const connections = [
      { id: "old", since: ago(60) },
      { id: "shop", since: ago(40) },
    ]
    const page = async (prefix?: string, first = { limit: 20, offset: 0 }) =>
      (await list.page({ prefix, connections }, { ...first, oldestFirst: false })).map((one) => `${one.type} ${one.id}`)
    expect(await page()).toEqual(["connection shop", `payment ${id}`, "connection old"])
    expect(await page(undefined, { limit: 1, offset: 2 })).toEqual(["connection old"])
    expect(await page("sh")).toEqual(["connection shop"])
    expect(await page(id)).toEqual([`payment ${id}`])
    expect([await list.count({ connections }, 1000), await list.count({ prefix: "old", connections })]).toEqual([3, 1])
    expect([await list.count({ connections, connection_id: ["shop"] }), await list.count({})]).toEqual([1, 1])
  })

  describe("of thousands of rows", () => {
    beforeEach(() => fill(database))

    it("are read from small ends of indexes, from less than 150 pages", async () => {
      const numbers = await health().numbers(NOW, ["default"])
      expect(numbers).toMatchObject({ unsettled: 10, settling_faults: 20, events_failed: 9, events_unmatched: 15 })
      expect(numbers.watched_due_at).not.toBeNull()
      const { pages, readWhole } = await costOf(database.knex, (store) => store.numbers(NOW, ["default"]))
      // There are few connections, and no payouts here.
      expect(readWhole.filter((table) => !["crypto_connection", "crypto_refund"].includes(table))).toEqual([])
      expect(pages).toBeLessThan(150)
    })

    it("list at most a thousand waiting orders, from the end of a small index", async () => {
      const wait = (where: string) =>
        database.knex.raw(
          `UPDATE crypto_payment SET order_id = 'order_' || id, unpaid_check_at = :now
            WHERE status IN ('awaiting_payment', 'expired') AND ${where}`,
          { now: NOW },
        )
      const orders = (store: HealthStore) => store.waitingOrders()
      await wait("created_at > :now::timestamptz - interval '1 day'")
      await database.knex.raw("VACUUM (ANALYZE) crypto_payment")
      const some = (await orders(health())).length
      expect(some).toBeGreaterThan(100)
      const few = await costOf(database.knex, orders)
      expect(few).toMatchObject({ readWhole: [], rowsRead: some })
      expect(few.scans.join()).toContain("IDX_crypto_payment_waiting")

      await wait("true")
      await database.knex.raw("VACUUM (ANALYZE) crypto_payment")
      expect(await orders(health())).toHaveLength(MOST_COUNTED)
      const many = await costOf(database.knex, orders)
      expect(many).toMatchObject({ readWhole: [], rowsRead: MOST_COUNTED })
      expect(many.pages).toBeLessThan(1100)
    })

    it.each(["default", "rare", "none"])("list the last paid payments of %s with no full scan", async (connection) => {
      const call = (store: HealthStore) => store.paid(connection, NOW, EVER)
      expect(await call(health())).toHaveLength(connection === "none" ? 0 : 20)
      const { pages, readWhole } = await costOf(database.knex, call)
      expect(readWhole).toEqual([])
      expect(pages).toBeLessThan(1200)
    })

    it("stop counting at a thousand, even if every payment and every event needs attention", async () => {
      await database.knex("crypto_payment").where({ status: "settled" }).update({ status: "completed" })
      await database.knex("crypto_payment").update({ attention_reason: "session_gone", attention_at: NOW })
      await database.knex("crypto_webhook_event").update({ state: "failed", next_attempt_at: NOW })
      await database.knex.raw("VACUUM (ANALYZE) crypto_payment, crypto_webhook_event")
      expect(await health().numbers(NOW, ["default"])).toMatchObject({
        unsettled: MOST_COUNTED,
        events_waiting: MOST_COUNTED,
        events_failed: MOST_COUNTED,
        event_faults: MOST_COUNTED,
        settling_faults: 0,
      })
      const { pages, readWhole } = await costOf(database.knex, (store) => store.numbers(NOW, ["default"]))
      expect(readWhole.filter((table) => !["crypto_connection", "crypto_refund"].includes(table))).toEqual([])
      expect(pages).toBeLessThan(4500)

      const count = (knex: Knex) => new AttentionLists(knex).count({}, MOST_COUNTED)
      expect(await count(database.knex)).toBe(MOST_COUNTED)
      expect((await costsOf(database.knex, count)).rowsRead).toBeLessThanOrEqual(MOST_COUNTED)
      expect(await new AttentionLists(database.knex).count({})).toBe(60_000)
    })
  })
})
