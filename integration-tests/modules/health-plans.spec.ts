import { HealthStore, MOST_COUNTED } from "../../src/modules/crypto-payments/stores/health"
import { AttentionLists } from "../../src/modules/crypto-payments/stores/lists"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import { describeModule, type ModuleDatabase } from "../support/module-database"
import { costsOf } from "./support/statement-costs"

const NOW = new Date("2026-03-01T12:00:00Z")
const EVER = new Date("2020-01-01T00:00:00Z")

/** Fills the tables of an old store: most payments are settled, a tenth is watched, and a few have each problem. */
async function fill({ knex }: ModuleDatabase): Promise<void> {
  await knex.raw(
    `INSERT INTO crypto_payment
       (id, connection_id, external_id, test_mode, payment_collection_id, session_id, asset, chain, address, uri,
        pay_amount_base, decimals, amount_minor, currency, rate, quote_expires_at, renew_at, token, status, lookup_priority,
        next_check_at, order_note_due_at, completed_by, completed_at, attention_reason, attention_at, created_at, updated_at)
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

describeModule(
  "the numbers of the health page of thousands of rows",
  (database) => {
    const health = () => new HealthStore(database.knex)
    beforeAll(() => fill(database))

    it("are read from small ends of indexes, from less than 150 pages", async () => {
      const numbers = await health().numbers(NOW, ["default"])
      expect(numbers).toMatchObject({ unsettled: 10, settling_faults: 20, events_failed: 9, events_unmatched: 15 })
      expect(numbers.watched_due_at).not.toBeNull()
      const { pages, readWhole } = await costOf(database.knex, (store) => store.numbers(NOW, ["default"]))
      // There are few connections, and no payouts here.
      expect(readWhole.filter((table) => !["crypto_connection", "crypto_payout"].includes(table))).toEqual([])
      expect(pages).toBeLessThan(150)
    })

    it.each(["default", "rare", "none"])("list the last paid payments of %s with no full scan", async (connection) => {
      const call = (store: HealthStore) => store.paid(connection, NOW, EVER)
      expect(await call(health())).toHaveLength(connection === "none" ? 0 : 20)
      const { pages, readWhole } = await costOf(database.knex, call)
      expect(readWhole).toEqual([])
      expect(pages).toBeLessThan(1200)
    })

    // The tests below change the rows.

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
      expect(readWhole.filter((table) => !["crypto_connection", "crypto_payout"].includes(table))).toEqual([])
      expect(pages).toBeLessThan(4500)

      const count = (knex: Knex) => new AttentionLists(knex).count({}, MOST_COUNTED)
      expect(await count(database.knex)).toBe(MOST_COUNTED)
      expect((await costsOf(database.knex, count)).rowsRead).toBeLessThanOrEqual(MOST_COUNTED)
      expect(await new AttentionLists(database.knex).count({})).toBe(60_000)
    })
  },
  false,
)
