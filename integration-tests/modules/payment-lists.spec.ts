import { PAYMENT_STATES } from "../../src/core/payment-life"
import { Lists } from "../../src/modules/crypto-payments/stores/lists"
import type { PaymentSelection } from "../../src/modules/crypto-payments/stores/payment-lists"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { describeModule, type ModuleDatabase, newPayment, planOf } from "../support/module-database"

const NOW = new Date("2026-03-01T12:00:00Z")
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000)
const FIRST = { limit: 20, offset: 0, oldestFirst: false }
const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** Many payments as a shop has after some years: most of them settled or expired, some hundred in trouble. */
async function fill({ knex }: ModuleDatabase): Promise<void> {
  await knex.raw(
    `INSERT INTO crypto_payment
       (id, connection_id, external_id, test_mode, payment_collection_id, session_id, order_id, asset, chain, address,
        uri, pay_amount_base, decimals, amount_minor, currency, rate, quote_expires_at, renew_at, token, status,
        attention_reason, attention_at, created_at, updated_at)
     SELECT 'cpay_' || md5(n::text), CASE WHEN n % 50 = 0 THEN 'second' ELSE 'default' END, 'pay_' || md5('x' || n),
            n % 3 = 0, 'pay_col_' || n, 'payses_' || n, 'order_' || n,
            (ARRAY['BTC', 'LTC', 'DOGE', 'DASH', 'USDC', 'USDT'])[1 + n % 6], 'bitcoin', 'bc1q' || md5('a' || n),
            'bitcoin:bc1q', '40000', 8, '2550', 'USD', '63750.00', :now, :now, md5('t' || n),
            CASE WHEN n % 100 = 0 THEN 'attention' WHEN n % 7 = 0 THEN 'expired' ELSE 'settled' END,
            CASE WHEN n % 100 = 0 THEN 'session_gone' END,
            CASE WHEN n % 100 = 0 THEN :now::timestamptz + (n || ' s')::interval END,
            :now::timestamptz + (n || ' s')::interval, :now
       FROM generate_series(1, 30000) AS n`,
    { now: NOW },
  )
  await knex.raw(
    `INSERT INTO crypto_webhook_event
       (id, connection_id, digest, kind, body, state, attempts, next_attempt_at, created_at, updated_at)
     SELECT 'cevt_' || md5(n::text), 'default', md5('d' || n), 'payment.completed', '{}',
            CASE WHEN n % 200 = 0 THEN 'unmatched' WHEN n % 301 = 0 THEN 'failed' ELSE 'processed' END, 5,
            CASE WHEN n % 301 = 0 THEN :now::timestamptz END, :now::timestamptz + (n || ' s')::interval, :now
       FROM generate_series(1, 30000) AS n`,
    { now: NOW },
  )
  await knex.raw("ANALYZE crypto_payment, crypto_webhook_event")
}

describeModule("the lists of payments", (database) => {
  const lists = () => new Lists(database.knex)
  const insert = (seconds: number, wish: Parameters<typeof newPayment>[1] = {}) =>
    database.payments.insert(newPayment(NOW, wish), later(seconds))
  const force = (id: string, patch: Partial<PaymentRow>) => database.knex("crypto_payment").where({ id }).update(patch)

  it("are newest first, page by page, and count what there is", async () => {
    const made: PaymentRow[] = []
    for (let second = 0; second < 5; second++) made.push(await insert(second))
    const newestFirst = ids(made).reverse()
    expect(ids(await lists().payments.page({}, FIRST))).toEqual(newestFirst)
    expect(ids(await lists().payments.page({}, { ...FIRST, limit: 2, offset: 3 }))).toEqual(newestFirst.slice(3))
    expect(ids(await lists().payments.page({}, { ...FIRST, oldestFirst: true }))).toEqual(ids(made))
    expect(await lists().payments.count({})).toBe(5)
  })

  it("keep their order where many were made in the same moment", async () => {
    for (let n = 0; n < 9; n++) await insert(0)
    const pages = await Promise.all(
      [0, 3, 6].map((offset) => lists().payments.page({}, { limit: 3, offset, oldestFirst: false })),
    )
    expect(new Set(ids(pages.flat())).size).toBe(9)
  })

  it.each<[string, PaymentSelection, boolean, boolean]>([
    ["status", { status: ["settled", "closed"] }, true, false],
    ["asset", { asset: ["LTC"] }, true, false],
    ["connection", { connection_id: ["second"] }, true, false],
    ["test mode", { test_mode: false }, true, false],
    ["order", { order_id: ["order_1"] }, true, false],
    ["time before", { created_at: { $lt: later(60) } }, true, false],
    ["time after", { created_at: { $gt: later(0), $lte: later(60) } }, false, true],
  ])("are filtered by %s", async (_, selection, first, second) => {
    const wish = { asset: "LTC", connection_id: "second", test_mode: false }
    const one = await insert(0, wish)
    await force(one.id, { status: "settled", order_id: "order_1" })
    const two = await insert(60)
    const wanted = [...(second ? [two.id] : []), ...(first ? [one.id] : [])]
    expect(ids(await lists().payments.page(selection, FIRST))).toEqual(wanted)
    expect(await lists().payments.count(selection)).toBe(wanted.length)
  })

  it("are searched by the beginning of either id and of an address in any case, wildcards taken as they are", async () => {
    const one = await insert(0, { external_id: "pay_100%_x", address: "0xAbCdEf" })
    const two = await insert(1, { external_id: "pay_100_y", address: "tb1qzz" })
    const found = async (prefix: string) => ids(await lists().payments.page({ search: { prefix } }, FIRST))
    expect(await found("pay_1")).toEqual([two.id, one.id])
    expect(await found("pay_100%")).toEqual([one.id])
    expect(await found("pay_100_")).toEqual([two.id])
    expect(await found("ay_1")).toEqual([])
    expect(await found("%")).toEqual([])
    expect(await found("\\")).toEqual([])
    expect(await found("0xabcd")).toEqual([one.id])
    expect(await found("TB1Q")).toEqual([two.id])
    expect(await found(one.id.slice(0, 12))).toEqual([one.id])
  })

  it("find nothing where a search means nothing, and everything that any of its meanings finds", async () => {
    const one = await insert(0, { payment_collection_id: "pay_col_9" })
    const two = await insert(1)
    await force(two.id, { order_id: "order_9" })
    expect(await lists().payments.page({ search: {} }, FIRST)).toEqual([])
    const search = { collectionIds: ["pay_col_9"], orderIds: ["order_9"], prefix: "nothing" }
    expect(ids(await lists().payments.page({ search }, FIRST))).toEqual([two.id, one.id])
  })

  it("go on after a row where it was, whatever came in between and however close two rows are", async () => {
    await database.knex.raw("SET TIME ZONE 'Asia/Kathmandu'")
    const made = [await insert(0), await insert(0), await insert(0)]
    for (const [n, { id }] of made.entries()) {
      const at = database.knex.raw("?::timestamptz + (? || ' microseconds')::interval", [NOW, n])
      await database.knex("crypto_payment").where({ id }).update({ created_at: at })
    }
    const [first] = await lists().payments.after({}, null, 1)
    await insert(5)
    const [second] = await lists().payments.after({}, first ?? null, 1)
    const rest = await lists().payments.after({}, second ?? null, 10)
    expect(ids([first, second, ...rest] as PaymentRow[])).toEqual(ids(made).reverse())
  })

  it("leave out what was deleted", async () => {
    const { id } = await insert(0)
    await force(id, { deleted_at: NOW } as never)
    expect(await lists().payments.page({}, FIRST)).toEqual([])
    expect(await lists().payments.count({})).toBe(0)
  })

  describe("of many thousand rows", () => {
    const TABLE: [string, PaymentSelection, RegExp][] = [
      ["no filter", {}, /payment_created/],
      // What most rows have is found soonest in the list itself.
      ...PAYMENT_STATES.map((one): [string, PaymentSelection, RegExp] => [
        one,
        { status: [one] },
        one === "settled" ? /payment_created/ : /payment_status/,
      ]),
      ["an asset", { asset: ["DASH"] }, /payment_(asset|created)/],
      ["a connection", { connection_id: ["second"] }, /payment_connection/],
      ["test mode", { test_mode: true }, /payment_created/],
      ["a time", { created_at: { $gte: later(100), $lt: later(20_000) } }, /payment_created/],
      ["an order", { order_id: ["order_77"] }, /payment_order/],
      ["the beginning of a payment id", { search: { prefix: "pay_9d4" } }, /payment_external_prefix/],
      ["the beginning of an address", { search: { prefix: "BC1Q12ab" } }, /payment_address_prefix/],
      ["the beginning of our id", { search: { prefix: "cpay_c4ca4238" } }, /payment_pkey/],
      ["orders", { search: { orderIds: ["order_5", "order_6"] } }, /payment_order/],
      ["collections", { search: { collectionIds: ["pay_col_5"] } }, /payment_collection/],
    ]

    it("are read from an index, whatever they are filtered by, and none sorts the table", async () => {
      await fill(database)
      const plans: Record<string, string> = {}
      for (const [name, selection] of TABLE) {
        plans[name] = await planOf(database.knex, () => lists().payments.page(selection, FIRST))
      }
      for (const [name, { search, order_id }, index] of TABLE) {
        const plan = `${name}: ${plans[name]}`
        expect(plan).toMatch(index)
        expect(plan).not.toContain("Seq Scan")
        // A search and an order find few rows, and those may be sorted.
        if (!search && !order_id) expect(plan).not.toContain("Sort")
      }

      const [row] = await lists().payments.after({}, null, 1)
      const page = await planOf(database.knex, () => lists().payments.after({}, row ?? null, 1000))
      expect(page).toContain("IDX_crypto_payment_created")
      expect(page).not.toMatch(/Seq Scan|Sort/)

      // The two indexes hold what needs a person and nothing else, so no more than that is ever sorted.
      for (const call of [() => lists().attention.page(undefined, FIRST), () => lists().attention.count(undefined)]) {
        const plan = await planOf(database.knex, call)
        expect(plan).toContain("IDX_crypto_payment_attention")
        expect(plan).toContain("IDX_crypto_webhook_event_attention")
        expect(plan).not.toContain("Seq Scan")
      }
      expect(await lists().attention.count(undefined)).toBe(300 + 150 + 99)

      for (const selection of [{}, { connection_id: ["default"] }, { payment_id: ["cpay_1"] }]) {
        const plan = await planOf(database.knex, () => lists().events.page(selection, FIRST))
        expect(plan).toMatch(/IDX_crypto_webhook_event_(created|connection|payment)/)
        expect(plan).not.toContain("Seq Scan")
      }
    })
  })
})

describeModule("the list of what needs a person", (database) => {
  const list = () => new Lists(database.knex).attention

  const event = async (digest: string, patch: object, seconds: number): Promise<string> => {
    const about = { connectionId: "default", digest, kind: "payment.completed", body: "{}", ignored: false }
    const { id } = await database.events.store(about, later(seconds))
    await database.knex("crypto_webhook_event").where({ id }).update(patch)
    return id
  }

  it("has payments with a reason and events that were given up or broke three times, newest first", async () => {
    const payment = await database.payments.insert(newPayment(NOW), NOW)
    const mark = { status: "attention", attention_reason: "session_gone", attention_at: later(20) }
    await database.knex("crypto_payment").where({ id: payment.id }).update(mark)
    await database.payments.insert(newPayment(NOW), NOW)
    const given = await event("1", { state: "unmatched", next_attempt_at: null }, 30)
    await event("2", { state: "unmatched", next_attempt_at: NOW }, 31)
    const broken = await event("3", { state: "failed", attempts: 3 }, 10)
    await event("4", { state: "failed", attempts: 2 }, 11)
    await event("5", { state: "closed", attempts: 5, next_attempt_at: null }, 12)

    const newestFirst = [given, payment.id, broken]
    expect(ids(await list().page(undefined, FIRST))).toEqual(newestFirst)
    expect(ids(await list().page(undefined, { ...FIRST, oldestFirst: true }))).toEqual([...newestFirst].reverse())
    expect(ids(await list().page(undefined, { ...FIRST, limit: 1, offset: 1 }))).toEqual([payment.id])
    expect(await list().count(undefined)).toBe(3)
    expect(ids(await list().page(payment.external_id, FIRST))).toEqual([payment.id])
    expect(ids(await list().page(given.slice(0, 20), FIRST))).toEqual([given])
    expect(await list().count(payment.external_id)).toBe(1)
  })
})
