import { waitingOrders } from "../../src/medusa/orders"
import { cancelUnpaidOrders } from "../../src/workflows/cancel-unpaid/cancel-unpaid-orders"
import { contextOf } from "../../src/workflows/context"
import { tellOfRegions } from "../../src/workflows/health/setup"
import { findCanceledOrders } from "../../src/workflows/review-order/find-changed-orders"
import { sweep } from "../../src/workflows/sweep/sweep"
import { ADMIN_BASE } from "../support/admin-routes"
import { clockAhead, cryptoPayments, rowInState, rowOf, untilNoted } from "../support/crypto-payments"
import { explain, readsRows, type Sent } from "../support/explain"
import { describeShop } from "../support/medusa"
import { knexOf, untilQuiet } from "../support/module-rows"
import { shopperOf } from "../support/shopper"

type PlanNode = {
  "Node Type": string
  "Relation Name"?: string
  "Index Name"?: string
  "Index Cond"?: string
  Plans?: PlanNode[]
}

const isIndexWalk = (node: PlanNode): boolean => node["Index Name"] !== undefined && node["Index Cond"] === undefined

/** A bitmap names its index only; the table is named by the node above. */
const tablesWhere = (is: (node: PlanNode) => boolean, node: PlanNode, above = ""): string[] => {
  // Of an index in the right order no more is walked than is asked for.
  if (node["Node Type"] === "Limit" && node.Plans?.every(isIndexWalk)) return []
  const table = node["Relation Name"] ?? above
  return [...(is(node) ? [table] : []), ...(node.Plans ?? []).flatMap((below) => tablesWhere(is, below, table))]
}

/**
 * PostgreSQL counts a table's rows as its pages times `reltuples / relpages`, and what is not in `pg_statistic` it takes to be
 * spread over many values. A table without a page stays as it is, and which index it is read by says nothing.
 */
const AS_IF_LARGE = `
  SET LOCAL enable_seqscan = off;
  DELETE FROM pg_statistic;
  UPDATE pg_class SET reltuples = 100000, relpages = 1
   WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0;`

describeShop("no table, of ours or Medusa's, is read as a whole", {}, (shop) => {
  const knex = () => knexOf(shop.container)

  // The rows of an earlier test leave pages behind, which PostgreSQL takes for the size of the table.
  beforeEach(() => knex().raw("VACUUM FULL crypto_payment"))

  /** What is sent to PostgreSQL while a call goes on. */
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
   * The tables that a call's statements would read from end to end in a large store, each with its statement: without an
   * index that serves, or by one that is walked as a whole (that of the rows not deleted, say). A test's tables are small,
   * and of small ones PostgreSQL reads what it likes; so it plans as for a hundred thousand rows in each.
   */
  async function readWholeBy(call: () => Promise<unknown>, atLeast: number): Promise<string[]> {
    const statements = await sentBy(call)
    // Nothing seen would be nothing proven.
    expect(statements.length).toBeGreaterThanOrEqual(atLeast)
    const found = new Set<string>()
    const trx = await knex().transaction()
    try {
      await trx.raw(AS_IF_LARGE)
      const { rows } = await trx.raw("SELECT relname FROM pg_class WHERE reltuples = 100000 AND relpages = 1")
      const large = new Set(rows.map(({ relname }: { relname: string }) => relname))
      for (const statement of statements) {
        const plan = await explain<PlanNode>(trx as never, "VERBOSE", statement)
        const walked = tablesWhere(isIndexWalk, plan).filter((table) => large.has(table))
        const tables = [...tablesWhere((node) => node["Node Type"] === "Seq Scan", plan), ...walked]
        for (const table of tables) found.add(`${table}: ${statement.sql.slice(0, 200)}`)
      }
    } finally {
      await trx.rollback()
    }
    return [...found]
  }

  it("from the opened payment step to the captured order, and by none who look at it", async () => {
    const cart = await shop.store.makeCart()
    let externalId = ""
    let orderId = ""
    const open = async () => {
      externalId = (await shop.store.openSession(cart, { asset: "BTC" })).data.payment_id
    }
    const complete = async () => {
      const done = await shop.store.placeOrder(cart)
      orderId = done.orderId
    }
    const pay = async () => {
      shop.sandbox.pay(externalId)
      await rowInState(shop.container, externalId, "settled")
      await shop.paidOrder(orderId)
    }
    expect(await readWholeBy(open, 20)).toEqual([])
    expect(await readWholeBy(complete, 40)).toEqual([])
    const { token, id } = await rowOf(shop.container, externalId)
    expect(await readWholeBy(() => shopperOf(shop).view(token), 2)).toEqual([])
    expect(await readWholeBy(pay, 60)).toEqual([])
    // The page names the shop: a Medusa has one store.
    expect(await readWholeBy(() => fetch(`${shop.url}/crypto-payments/${token}`), 2)).toEqual([
      expect.stringMatching(/^store: select/),
    ])
    // A list says how many there are in all, as every list of Medusa's admin does.
    expect(await readWholeBy(() => shop.admin.get(`${ADMIN_BASE}/payments`), 2)).toEqual([
      'crypto_payment: select count(*) as "count" from "crypto_payment" where "deleted_at" is null',
    ])
    // The beginning of an e-mail address has no index of Medusa's: its own search for customers reads that table too.
    const byEmail = /^(customer|order): select .* ilike /
    for (const query of ["?q=%231", "?q=ada%40example.com", `?q=${externalId}`, `/${id}`]) {
      const reads = await readWholeBy(() => shop.admin.get(`${ADMIN_BASE}/payments${query}`), 2)
      expect(reads.filter((read) => !byEmail.test(read))).toEqual([])
    }
    expect(await readWholeBy(() => findCanceledOrders(contextOf(shop.container)), 1)).toEqual([])
  })

  it("by the look for unpaid orders among carts that were left, nor by the count of them", async () => {
    await shop.store.openSession(await shop.store.makeCart())
    const cart = await shop.store.makeCart()
    const { data } = await shop.store.openSession(cart)
    await shop.store.complete(cart)
    await untilNoted(shop.container, data.payment_id)
    const waiting = async () =>
      waitingOrders(shop.container, await cryptoPayments(shop.container).health.waitingOrders())
    expect(await readWholeBy(waiting, 2)).toEqual([])
    expect(await readWholeBy(() => cancelUnpaidOrders(contextOf(shop.container, clockAhead(31))), 6)).toEqual([])
  })

  it("by a sweep that asks after what is open and settles what was paid", async () => {
    const [first, second] = [await shop.store.makeCart(), await shop.store.makeCart()]
    await shop.store.openSession(first, { asset: "LTC" })
    const { data } = await shop.store.openSession(second, { asset: "BTC" })
    await shop.store.complete(second)
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(data.payment_id)
    // A process reads Medusa's regions once.
    await tellOfRegions(contextOf(shop.container))
    expect(await readWholeBy(() => sweep(contextOf(shop.container, clockAhead(20))), 40)).toEqual([])
    await rowInState(shop.container, data.payment_id, "settled")
  })
})
