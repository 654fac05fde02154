import { ulidAt } from "../../src/medusa/changed-orders"
import { waitingOrders } from "../../src/medusa/orders"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import { contextOf } from "../../src/workflows/context"
import { warnAboutRegions } from "../../src/workflows/health/read-health"
import { findChangedOrders } from "../../src/workflows/review-order/find-changed-orders"
import { tellAdminsOfMissed } from "../../src/workflows/store-events/notify"
import { costsOfSent } from "../modules/support/statement-costs"
import { ADMIN_BASE } from "../support/admin-routes"
import { cancelUnpaidAt, sweepAt } from "../support/clock"
import { cryptoPayments, payUntil, rowInState, rowOf, untilNoted } from "../support/crypto-payments"
import { explain, type PlanNode, readsRows, type Sent } from "../support/explain"
import { insertPayments } from "../support/insert-payments"
import { describeShop } from "../support/medusa"
import { knexOf, untilQuiet } from "../support/module-rows"
import { openCart, shopperOf } from "../support/shopper"

const ORDERS = 100_000
const DAY_MS = 24 * 3_600_000

/** An order that is overpaid by 5.00, and changed after those with dust. */
const OVERPAID = `order_${ORDERS}`

/** The tables with a row for each order. */
const LARGE = ["order", "order_summary", "order_transaction", "crypto_payment"]

const isIndexWalk = (node: PlanNode): boolean => node["Index Name"] !== undefined && node["Index Cond"] === undefined

/** A bitmap index scan names only its index, and the node above it names the table. */
const tablesWhere = (is: (node: PlanNode) => boolean, node: PlanNode, above = ""): string[] => {
  // With a limit, an index in the right order is read only as far as needed.
  if (node["Node Type"] === "Limit" && node.Plans?.every(isIndexWalk)) return []
  const table = node["Relation Name"] ?? above
  return [...(is(node) ? [table] : []), ...(node.Plans ?? []).flatMap((below) => tablesWhere(is, below, table))]
}

/**
 * Makes PostgreSQL plan as for large tables: it estimates rows as pages times `reltuples / relpages`, and without
 * `pg_statistic` it assumes many different values. A vacuum counts the rows of an index, so that a whole one seems cheap.
 * Tables without pages stay small, and their plans are not checked.
 */
const AS_IF_LARGE = `
  SET LOCAL enable_seqscan = off;
  DELETE FROM pg_statistic;
  UPDATE pg_class SET reltuples = 100000, relpages = 1
   WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0;`

describeShop("the SQL on hot paths", {}, (shop) => {
  const knex = () => knexOf(shop.container)

  // PostgreSQL estimates the size of a table by its pages, and earlier tests leave empty ones.
  beforeEach(() => knex().raw("VACUUM FULL crypto_payment"))

  /** The statements that a call sends to PostgreSQL. */
  async function sentBy(call: () => Promise<unknown>): Promise<Sent[]> {
    const sent: Sent[] = []
    const note = ({ sql, bindings }: Sent) => sent.push({ sql, bindings })
    const { client } = knex()
    client.on("query", note)
    try {
      await call()
    } finally {
      client.removeListener("query", note)
    }
    await untilQuiet(shop.container)
    return sent.filter(readsRows)
  }

  /**
   * The tables that a call's statements would read whole in a large store, each with its statement: without an index, or
   * by reading a whole index. For small tables PostgreSQL's plans say nothing, so it plans as for 100,000 rows in each.
   */
  async function readWholeBy(call: () => Promise<unknown>, atLeast: number): Promise<string[]> {
    const statements = await sentBy(call)
    // Fails if the call sent fewer statements than expected, because then nothing is proven.
    expect(statements.length).toBeGreaterThanOrEqual(atLeast)
    const found = new Set<string>()
    const trx = await knex().transaction()
    try {
      await trx.raw(AS_IF_LARGE)
      const { rows } = await trx.raw("SELECT relname FROM pg_class WHERE reltuples = 100000 AND relpages = 1")
      const large = new Set(rows.map(({ relname }: { relname: string }) => relname))
      for (const statement of statements) {
        const plan = await explain(trx as never, "VERBOSE", statement)
        const walked = tablesWhere(isIndexWalk, plan).filter((table) => large.has(table))
        const tables = [...tablesWhere((node) => node["Node Type"] === "Seq Scan", plan), ...walked]
        for (const table of tables) found.add(`${table}: ${statement.sql.slice(0, 200)}`)
      }
    } finally {
      await trx.rollback()
    }
    return [...found]
  }

  it("reads no whole table from the payment step to the captured order, nor in views beyond known exceptions", async () => {
    const cart = await shop.store.makeCart()
    let externalId = ""
    let orderId = ""
    const open = async () => (externalId = (await shop.store.openSession(cart, { asset: "BTC" })).data.payment_id)
    const complete = async () => (orderId = (await shop.store.placeOrder(cart)).orderId)
    const pay = async () => {
      await payUntil(shop, externalId, "settled")
      await shop.paidOrder(orderId)
    }
    expect(await readWholeBy(open, 20)).toEqual([])
    expect(await readWholeBy(complete, 40)).toEqual([])
    const { token, id } = await rowOf(shop.container, externalId)
    expect(await readWholeBy(() => shopperOf(shop).view(token), 2)).toEqual([])
    expect(await readWholeBy(pay, 60)).toEqual([])
    // The page shows the store's name. Medusa has one row for the store.
    expect(await readWholeBy(() => fetch(`${shop.url}/crypto-payments/${token}`), 2)).toEqual([
      expect.stringMatching(/^store: select/),
    ])
    // A list counts all rows, as every list of Medusa's admin does.
    expect(await readWholeBy(() => shop.admin.get(`${ADMIN_BASE}/payments`), 2)).toEqual([
      'crypto_payment: select count(*) as "count" from "crypto_payment" where "deleted_at" is null',
    ])
    // Medusa has no index for the beginning of an e-mail address. Its own search for customers reads that table too.
    const byEmail = /^(customer|order): select .* ilike /
    for (const query of ["?q=%231", "?q=ada%40example.com", `?q=${externalId}`, `/${id}`]) {
      const reads = await readWholeBy(() => shop.admin.get(`${ADMIN_BASE}/payments${query}`), 2)
      expect(reads.filter((read) => !byEmail.test(read))).toEqual([])
    }
    // As autovacuum does at any time.
    await knex().raw("VACUUM (ANALYZE) crypto_payment")
    expect(await readWholeBy(() => findChangedOrders(contextOf(shop.container)), 1)).toEqual([])
  })

  it("finds one overpaid order behind 200 with dust among 100,000 orders, and reads only what changed and a part", async () => {
    await fillOrders(knex(), new Date())
    const context = contextOf(shop.container)
    const sent = await sentBy(async () => void expect(await findChangedOrders(context)).toBe(1))
    const marked = await knex()("crypto_payment").whereNotNull("attention_reason")
    const mark = { attention_reason: "order_overpaid", attention_detail: "+5.00 USD" }
    expect(marked).toMatchObject([{ order_id: OVERPAID, ...mark }])
    const reads = sent.filter(({ sql }) => !/^insert/i.test(sql))
    const { readWhole, rowsRead } = await costsOfSent(knex(), reads)
    expect(readWhole.filter((table) => LARGE.includes(table))).toEqual([])
    // 201 changed orders and 2,000 of the round, each with four rows that are read twice at most.
    expect(rowsRead).toBeLessThan(2_201 * 8)
    expect(await findChangedOrders(context)).toBe(0)
  })

  it("reads no whole table when it counts and looks for unpaid orders among abandoned carts", async () => {
    await shop.store.openSession(await shop.store.makeCart())
    const { cart, data } = await openCart(shop)
    await shop.store.complete(cart)
    await untilNoted(shop.container, data.payment_id)
    const waiting = async () =>
      waitingOrders(shop.container, await cryptoPayments(shop.container).health.waitingOrders())
    expect(await readWholeBy(waiting, 2)).toEqual([])
    expect(await readWholeBy(() => cancelUnpaidAt(shop, 31), 6)).toEqual([])
  })

  it("reads no whole table in a sweep that looks up open payments and settles a paid one", async () => {
    const [first, second] = [await shop.store.makeCart(), await shop.store.makeCart()]
    await shop.store.openSession(first, { asset: "LTC" })
    const { data } = await shop.store.openSession(second, { asset: "BTC" })
    await shop.store.complete(second)
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(data.payment_id)
    // A process reads Medusa's regions once, and the open items once an hour, so that these reads are not counted below.
    // query-plans.spec.ts limits the rows that the list of open items reads.
    await warnAboutRegions(contextOf(shop.container))
    await tellAdminsOfMissed(contextOf(shop.container))
    expect(await readWholeBy(() => sweepAt(shop, 20), 40)).toEqual([])
    await rowInState(shop.container, data.payment_id, "settled")
  })
})

/**
 * Fills Medusa's tables and ours with paid orders. All are a year old but the last 201, which changed five minutes ago: 200
 * are overpaid by 0.0015, and the last by 5.00.
 */
async function fillOrders(knex: Knex, now: Date): Promise<void> {
  const ulid = (time: number) => ulidAt(time).slice(0, 10)
  const bindings = {
    orders: ORDERS,
    now,
    old: ulid(now.getTime() - 365 * DAY_MS),
    recent: ulid(now.getTime() - 5 * 60_000),
  }
  const ID = "CASE WHEN n < :orders - 200 THEN :old ELSE :recent END || lpad(n::text, 16, '0')"
  const TOTAL = "CASE WHEN n = :orders THEN 20.5 WHEN n >= :orders - 200 THEN 25.4985 ELSE 25.5 END"
  const rows = (sql: string) => knex.raw(`${sql} FROM generate_series(1, :orders::int) AS n`, bindings)
  await rows(`INSERT INTO "order" (id, status, currency_code) SELECT 'order_' || n, 'pending', 'usd'`)
  await rows(
    `INSERT INTO order_summary (id, order_id, totals)
     SELECT 'ordsum_' || ${ID}, 'order_' || n,
            jsonb_build_object('current_order_total', ${TOTAL}, 'pending_difference', ${TOTAL} - 25.5)`,
  )
  await rows(
    `INSERT INTO order_transaction (id, order_id, amount, raw_amount, currency_code, reference)
     SELECT 'ordtrx_' || ${ID}, 'order_' || n, 25.5, '{"value": "25.5"}', 'usd', 'capture'`,
  )
  const created_at = ":now::timestamptz - (:count::int - n) * interval '1 min'"
  await insertPayments(knex, { order_id: "'order_' || n", status: "'settled'", created_at }, { now, count: ORDERS })
  await knex.raw(`ANALYZE "order", order_summary, order_transaction, crypto_payment`)
}
