import type { HealthView } from "../../src/api/admin/crypto-payments/contract"
import { HEALTH_WORDS } from "../../src/core/connection/health-words"
import { ATTENTION_WORDS } from "../../src/core/payment/attention-reasons"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { cancelUnpaidOrders } from "../../src/workflows/cancel-unpaid/cancel-unpaid-orders"
import { contextOf } from "../../src/workflows/context"
import { deleteOldData } from "../../src/workflows/retention/delete-old-data"
import { sweep } from "../../src/workflows/sweep/sweep"
import { save } from "../support/admin-connections"
import {
  clockAhead,
  cryptoPayments,
  expireQuote,
  minutesFromNow,
  rowInState,
  rowOf,
  untilNoted,
} from "../support/crypto-payments"
import { heardOf } from "../support/heard"
import { linesOf } from "../support/log"
import { describeShop } from "../support/medusa"
import { knexOf, untilQuiet } from "../support/module-rows"
import { refusalOf, shopperOf } from "../support/shopper"
import { until } from "../support/until"

const ADMIN = "/admin/crypto-payments"

/** The test renames the connection in the rows, so medusa-config does not register it. */
describeShop("payments whose connection medusa-config does not register", { orderPlacement: "checkout" }, (shop) => {
  const table = (name: string) => knexOf(shop.container)(name)
  const rename = async (from: string, to: string) => {
    await untilQuiet(shop.container)
    await table("crypto_payment").where({ connection_id: from }).update({ connection_id: to })
    await table("crypto_connection").where({ id: from }).update({ id: to })
  }
  const lose = () => rename("default", "old")
  const restore = async () => {
    await table("crypto_connection").where({ id: "default" }).delete()
    await rename("old", "default")
  }
  const row = async (id: string): Promise<PaymentRow> => table("crypto_payment").where({ id }).first()
  const place = async () => {
    const cart = await shop.store.makeCart()
    const { data } = await shop.store.openSession(cart)
    const done = await shop.store.placeOrder(cart)
    const { id } = await untilNoted(shop.container, data.payment_id)
    return { id, data, orderId: done.orderId }
  }
  const health = async (): Promise<HealthView> => (await shop.admin.get(`${ADMIN}/health`)).health
  const attention = async () => (await shop.admin.get(`${ADMIN}/attention`)).items
  const asked = () => shop.sandbox.requests().filter(({ method }) => method === "GET").length

  it("are not looked up by a sweep while the connection is missing, and settle in the next sweep after it is back", async () => {
    const { id, data, orderId } = await place()
    const before = asked()
    await lose()
    await sweep(contextOf(shop.container, clockAhead(2)))
    const { next_check_at, status } = await row(id)
    await sweep(contextOf(shop.container, clockAhead(90)))
    await sweep(contextOf(shop.container, clockAhead(24 * 60)))
    expect(await row(id)).toMatchObject({ next_check_at, status, leased_until: null })
    expect(asked()).toBe(before)
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(data.payment_id)
    await restore()
    await sweep(contextOf(shop.container, clockAhead(3)))
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    await rowInState(shop.container, data.payment_id, "settled")
  })

  it("show no address and allow no new quote and no other asset until the connection is back", async () => {
    const { id, data } = await place()
    await lose()
    // The links of the connections that are left.
    await save(shop.admin, { support_link: "mailto:help@shop.example" })
    const shopper = shopperOf(shop)
    const view = await shopper.view(data.token)
    expect(view).toMatchObject({ status: "expired", unavailable: true, canceled: false, superseded: false })
    expect(JSON.stringify(view)).not.toContain(data.address)
    const page = await (await fetch(`${shop.url}/crypto-payments/${data.token}`)).text()
    const [main = ""] = /<main[\s\S]*<\/main>/.exec(page) ?? []
    expect(main).toContain("This payment is not available right now")
    expect(main).toContain('<a class="button" href="mailto:help@shop.example"')
    expect(main).not.toMatch(/<form|<button|data-copy/)
    expect(page).not.toContain(data.address)
    const created = shopper.created()
    for (const choice of [{}, { asset: "LTC" }]) await refusalOf(shopper.renew(data.token, choice))
    expect(shopper.created()).toBe(created)
    expect((await shop.admin.get(`${ADMIN}/payments/${id}`)).payment).toMatchObject({
      actions: [],
      next_check_at: null,
    })
    await restore()
    expect(await shopper.view(data.token)).toMatchObject({ status: "waiting", address: data.address })
  })

  it("are counted in the health and in one attention item, until the plugin no longer watches them", async () => {
    const first = await place()
    const second = await place()
    await lose()
    const { state, reasons, attention: open } = await health()
    expect(state).toBe("failing")
    expect(reasons).toEqual([
      {
        code: "connection_missing",
        level: "failing",
        message: HEALTH_WORDS.connection_missing,
        connection_id: "old",
        since: expect.any(String),
        until: null,
        count: 2,
        detail: null,
      },
    ])
    expect(open).toEqual({ count: 1 })
    expect(await attention()).toEqual([
      {
        type: "connection",
        id: "old",
        connection: { id: "old", waiting: 2 },
        reason: "connection_gone",
        message: ATTENTION_WORDS.connection_gone,
        detail: null,
        since: expect.any(String),
        actions: [],
      },
    ])
    // Without a valid quote no shopper can be paying now, so health is only degraded.
    await table("crypto_payment").update({ quote_expires_at: minutesFromNow(-1) })
    expect((await health()).reasons).toMatchObject([{ code: "connection_missing", level: "degraded" }])
    await table("crypto_payment").whereIn("id", [first.id, second.id]).update({ next_check_at: null })
    expect(await health()).toMatchObject({ state: "ok", reasons: [], attention: { count: 0 } })
    expect(await attention()).toEqual([])
  })

  it("need attention once they are paid, notify the store once, and settle when the connection is back", async () => {
    const { id, orderId } = await place()
    const attentions = heardOf(shop, "crypto_payment.needs_attention")
    await lose()
    const now = new Date()
    await table("crypto_payment").update({ status: "completed", completed_at: now, next_check_at: now })
    await sweep(contextOf(shop.container))
    await until("the store is told", () => attentions.length > 0)
    const items = await attention()
    expect(items.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`).sort()).toEqual(
      ["connection old", `payment ${id}`].sort(),
    )
    expect(items.find(({ type }: { type: string }) => type === "payment")).toMatchObject({
      reason: "connection_gone",
      message: ATTENTION_WORDS.connection_gone,
      actions: ["record_payout", "close"],
      payment: { order: { id: orderId } },
    })
    for (const minutes of [1, 30, 8 * 60]) await sweep(contextOf(shop.container, clockAhead(minutes)))
    expect((await row(id)).settle_attempts).toBe(1)
    expect(attentions).toHaveLength(1)
    await restore()
    await sweep(contextOf(shop.container))
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("are reported in the log once an hour", async () => {
    await place()
    await lose()
    const { lines, stop } = linesOf(shop)
    try {
      for (const minutes of [2 * 60, 2 * 60 + 1, 2 * 60 + 59, 3 * 60 + 1]) {
        await sweep(contextOf(shop.container, clockAhead(minutes)))
      }
    } finally {
      stop()
    }
    const told = lines.filter(({ code }) => code === "connection_missing")
    expect(told).toHaveLength(2)
    expect(told[0]).toMatchObject({ level: "warn", connection_id: "old", count: 1 })
  })

  it("cause one notification in Medusa's admin, and another one when the connection disappears again", async () => {
    await place()
    await lose()
    const bell = async () => (await shop.admin.get("/admin/notifications?channel=feed")).notifications
    const sweepAt = (hours: number) => sweep(contextOf(shop.container, clockAhead(hours * 60)))
    for (const hours of [30, 32, 34]) await sweepAt(hours)
    const told = { resource_id: "old", data: { title: 'The crypto payment connection "old" needs attention' } }
    expect(await bell()).toMatchObject([told])
    await restore()
    await table("crypto_connection")
      .where({ id: "default" })
      .update({ lookup_minute: minutesFromNow(36 * 60) })
    await lose()
    for (const hours of [38, 40]) await sweepAt(hours)
    expect(await bell()).toMatchObject([told, told])
  })

  it("delay the note on their order and the event for the store until the connection is back", async () => {
    const { id, orderId } = await place()
    await lose()
    await table("order").where({ id: orderId }).update({ metadata: null })
    await table("crypto_payment").update({ note_at: minutesFromNow(-1), told_at: null })
    const awaited = heardOf(shop, "crypto_payment.awaiting_payment")
    await sweep(contextOf(shop.container))
    expect((await row(id)).note_at).not.toBeNull()
    expect((await table("order").where({ id: orderId }).first()).metadata).toBeNull()
    await restore()
    await sweep(contextOf(shop.container, clockAhead(1)))
    await until("the store is told", () => awaited.length === 1)
    expect(await row(id)).toMatchObject({ note_at: null, told_at: expect.any(Date) })
    expect((await table("order").where({ id: orderId }).first()).metadata).toHaveProperty("crypto_payment")
  })

  it("prevent the cancellation of their unpaid order until the connection is back", async () => {
    await shop.admin.post(`${ADMIN}/connections/default`, { unpaid_order_minutes: 60 })
    const { data, orderId } = await place()
    await expireQuote(shop, data.payment_id)
    await lose()
    await cancelUnpaidOrders(contextOf(shop.container, clockAhead(120)))
    expect((await shop.orderOf(orderId)).status).toBe("pending")
    await restore()
    cryptoPayments(shop.container).forget("default")
    await cancelUnpaidOrders(contextOf(shop.container, clockAhead(122)))
    expect((await shop.orderOf(orderId)).status).toBe("canceled")
  })

  it("expire at the first lookup after the connection is back, and are watched as usual", async () => {
    const { data } = await place()
    await expireQuote(shop, data.payment_id)
    await lose()
    await sweep(contextOf(shop.container, clockAhead(2)))
    await restore()
    await sweep(contextOf(shop.container, clockAhead(4)))
    expect((await rowInState(shop.container, data.payment_id, "expired")).next_check_at).not.toBeNull()
    expect((await rowOf(shop.container, data.payment_id)).due_rank).toBe(0)
  })

  it("lose the bodies of their events after the admin's number of days or 90, like those of any other connection", async () => {
    const { data, orderId } = await place()
    shop.sandbox.pay(data.payment_id)
    await shop.paidOrder(orderId)
    await rowInState(shop.container, data.payment_id, "settled")
    await lose()
    await table("crypto_webhook_event").update({ connection_id: "old" })
    const on = (days: number) => deleteOldData(contextOf(shop.container, clockAhead(days * 24 * 60)))
    await table("crypto_connection").where({ id: "old" }).update({ retention_days: 0 })
    expect(await on(91)).toBe(0)
    await table("crypto_connection").where({ id: "old" }).update({ retention_days: null })
    expect([await on(89), await on(91)]).toEqual([0, 1])
    await restore()
  })
})
