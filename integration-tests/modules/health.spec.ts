import { HealthStore, MOST_COUNTED } from "../../src/modules/crypto-payments/stores/health"
import { AttentionLists } from "../../src/modules/crypto-payments/stores/lists"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { describeModule, later, NOW, newEvent, newPayment, newPayout } from "../support/module-database"

const ago = (seconds: number): Date => later(-seconds)

describeModule("the numbers of the health page", (database) => {
  const health = () => new HealthStore(database.knex)
  const insert = async (wish: Partial<PaymentRow> = {}, at = NOW) => {
    const row = await database.payments.insert(newPayment(NOW), at)
    expect(await database.forcePayment(row.id, { next_check_at: null, ...wish })).toBe(1)
    return row
  }
  const store = async (digest: string, wish: object) => {
    const { id } = await database.events.store(newEvent({ digest }), ago(3600))
    await database.forceEvent(id, { next_attempt_at: null, ...wish })
  }

  it("say since when the oldest work of each kind is due, without leased, later or deleted rows", async () => {
    await insert({ status: "completed", next_check_at: ago(20), lookup_priority: 0 })
    await insert({ status: "completed", next_check_at: ago(30), lookup_priority: 0 })
    await insert({ next_check_at: ago(99), lookup_priority: 0, deleted_at: NOW })
    await insert({ status: "completed", next_check_at: ago(98), lookup_priority: 0, leased_until: ago(-1) })
    await insert({ status: "completed", next_check_at: ago(-40), lookup_priority: 0 })
    await insert({ next_check_at: ago(50), lookup_priority: 1 })
    await insert({ order_note_due_at: ago(60) })
    await insert({ order_note_due_at: ago(-60) })
    await store("1", { next_attempt_at: ago(70) })
    await store("2", { next_attempt_at: ago(10) })
    await store("3", { next_attempt_at: ago(-10) })
    const record = (at: Date) => database.payouts.insert(newPayout(), null, at)
    await record(ago(39))
    expect((await health().numbers(NOW, ["default"])).payout_due_at).toBeNull()
    const { id } = await record(ago(500))
    await database.payouts.booked(id, ago(500))
    await record(ago(100))
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
    expect((await health().numbers(NOW, ["default"])).last_lookup_minute).toEqual(new Date("2026-03-01T11:57:00Z"))
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
    await insert({ ...soon, quote_expires_at: ago(1), lookup_priority: 2, test_mode: false })
    await insert({ ...soon, status: "completed", quote_expires_at: ago(1) })
    await insert({ connection_id: "gone", status: "settled" })
    await insert({ ...soon, deleted_at: NOW })
    await insert({ next_check_at: ago(-60) })
    expect(await waiting()).toEqual({ count: 3, living: false })
    expect(await health().unfinished("gone")).toEqual({ live: 1, tested: 2 })
    for (const lookup_priority of [0, 1, 2]) {
      const { id } = await insert({ ...soon, lookup_priority, quote_expires_at: ago(-1) })
      expect(await waiting()).toEqual({ count: 4, living: true })
      await database.knex("crypto_payment").where({ id }).delete()
    }
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
    await place(50, { order_id: "order_5", deleted_at: NOW })
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
})
