import { findCanceledOrders } from "../../src/workflows/open-payouts"
import { sweep } from "../../src/workflows/sweep"
import { ADMIN_BASE } from "../support/admin-routes"
import { clockAhead, rowInState, rowOf } from "../support/crypto-payments"
import { explain, readsRows, type Sent } from "../support/explain"
import { describeShop } from "../support/medusa"
import { knexOf, untilQuiet } from "../support/module-rows"
import { shopperOf } from "../support/shopper"

type PlanNode = { "Node Type": string; "Relation Name"?: string; Plans?: PlanNode[] }

const tablesReadWhole = (node: PlanNode): string[] => [
  ...(node["Node Type"] === "Seq Scan" ? [node["Relation Name"] ?? ""] : []),
  ...(node.Plans ?? []).flatMap(tablesReadWhole),
]

describeShop("no table, of ours or Medusa's, is read as a whole", {}, (shop) => {
  const knex = () => knexOf(shop.container)

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
   * The tables that a call's statements can only read from end to end, each with its statement. A test's tables are
   * small, and PostgreSQL would read them so by choice; forbidden to, it does so only where no index serves, as it
   * would have to with a million rows.
   */
  async function readWholeBy(call: () => Promise<unknown>, atLeast: number): Promise<string[]> {
    const statements = await sentBy(call)
    // Nothing seen would be nothing proven.
    expect(statements.length).toBeGreaterThanOrEqual(atLeast)
    const found = new Set<string>()
    await knex().transaction(async (trx) => {
      await trx.raw("SET LOCAL enable_seqscan = off")
      for (const statement of statements) {
        const tables = tablesReadWhole(await explain<PlanNode>(trx as never, "VERBOSE", statement))
        for (const table of tables) found.add(`${table}: ${statement.sql.slice(0, 200)}`)
      }
    })
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
      const done = await shop.store.complete(cart)
      if (done.type !== "order") throw new Error(done.error.message)
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
    expect(await readWholeBy(pay, 80)).toEqual([])
    expect(await readWholeBy(() => fetch(`${shop.url}/crypto-payments/${token}`), 2)).toEqual([])
    for (const query of ["", "?q=%231", "?q=ada%40example.com", `?q=${externalId}`, `/${id}`]) {
      expect(await readWholeBy(() => shop.admin.get(`${ADMIN_BASE}/payments${query}`), 2)).toEqual([])
    }
    expect(await readWholeBy(() => findCanceledOrders(shop.container, new Date()), 1)).toEqual([])
  })

  it("by a sweep that asks after what is open and settles what was paid", async () => {
    const [first, second] = [await shop.store.makeCart(), await shop.store.makeCart()]
    await shop.store.openSession(first, { asset: "LTC" })
    const { data } = await shop.store.openSession(second, { asset: "BTC" })
    await shop.store.complete(second)
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(data.payment_id)
    expect(await readWholeBy(() => sweep(shop.container, clockAhead(20)), 40)).toEqual([])
    expect(await rowOf(shop.container, data.payment_id)).toMatchObject({ status: "settled" })
  })
})
