import type { HealthView } from "../../src/api/admin/crypto-payments/contract"
import { HEALTH_WORDS } from "../../src/core/connection/health"
import { ATTENTION_WORDS } from "../../src/core/payment/attention-reasons"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { losableConnection } from "../faults/support/stories/losable-connection"
import { save } from "../support/admin-connections"
import { cancelUnpaidAt, expireQuote, minutesFromNow, sweepAt } from "../support/clock"
import { cryptoPayments, placeNoted, placePaid, rowInState } from "../support/crypto-payments"
import { heardOf } from "../support/heard"
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
  const place = () => placeNoted(shop)
  const health = async (): Promise<HealthView> => (await shop.admin.get(`${ADMIN}/health`)).health
  const attention = async () => (await shop.admin.get(`${ADMIN}/attention`)).items
  const asked = () => shop.sandbox.requests().filter(({ method }) => method === "GET").length

  it("show no address, allow no new quote and are not looked up until the connection is back, and then settle in the next sweep", async () => {
    const { id, data, orderId } = await place()
    const before = asked()
    await lose()
    // The links of the connections that are left.
    await save(shop.admin, { support_link: "mailto:help@shop.example" })
    const shopper = shopperOf(shop)
    const view = await shopper.view(data.token)
    expect(view).toMatchObject({ status: "expired", state: "notNow" })
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
    const { payment } = await shop.admin.get(`${ADMIN}/payments/${id}`)
    expect(payment).toMatchObject({ actions: [], next_check_at: null })

    await sweepAt(shop, 2)
    const { next_check_at, status } = await row(id)
    for (const minutes of [90, 24 * 60]) await sweepAt(shop, minutes)
    expect(await row(id)).toMatchObject({ next_check_at, status, leased_until: null })
    expect(asked()).toBe(before)
    await restore()
    expect(await shopper.view(data.token)).toMatchObject({ status: "waiting", address: data.address })
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(data.payment_id)
    await sweepAt(shop, 3)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    await rowInState(shop.container, data.payment_id, "settled")
  })

  it("are counted in the health and in one attention item, until the plugin no longer watches them", async () => {
    const first = await place()
    const second = await place()
    await lose()
    const { state, reasons, attention: open } = await health()
    expect(state).toBe("failing")
    const message = HEALTH_WORDS.connection_missing
    const about = { code: "connection_missing", level: "failing", message, connection_id: "old" }
    expect(reasons).toEqual([{ ...about, since: expect.any(String), until: null, count: 2, detail: null, setup: null }])
    expect(open).toEqual({ count: 1 })
    const item = { type: "connection", id: "old", connection: { id: "old", waiting: 2 }, reason: "connection_gone" }
    const said = { message: ATTENTION_WORDS.connection_gone, detail: null, since: expect.any(String), actions: [] }
    expect(await attention()).toEqual([{ ...item, ...said }])
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
    await sweepAt(shop)
    await until("the store is told", () => attentions.length > 0)
    const items = await attention()
    const item = { reason: "connection_gone", message: ATTENTION_WORDS.connection_gone }
    const payment = { type: "payment", id, actions: ["record_payout", "close"], payment: { order: { id: orderId } } }
    expect(items).toHaveLength(2)
    expect(items).toContainEqual(expect.objectContaining({ ...item, type: "connection", id: "old" }))
    expect(items.find((one: { id: string }) => one.id === id)).toMatchObject({ ...item, ...payment })
    for (const minutes of [1, 30, 8 * 60]) await sweepAt(shop, minutes)
    expect((await row(id)).settle_attempts).toBe(1)
    expect(attentions).toHaveLength(1)
    await restore()
    await sweepAt(shop)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("settle without a second capture if Medusa captured them before, even while the connection is missing", async () => {
    const { id, orderId } = await placePaid(shop)
    // As after a crash between Medusa's capture and the update of our row.
    const crashed = { status: "completed", settled_at: null, next_check_at: new Date() }
    await table("crypto_payment").where({ id }).update(crashed)
    const connection = losableConnection(shop.container)
    connection.lose()
    await sweepAt(shop).finally(connection.restore)
    expect(await row(id)).toMatchObject({ status: "settled", attention_reason: null })
    expect((await shop.orderOf(orderId)).captures).toHaveLength(1)
  })

  it("cause one notification in Medusa's admin, and another one when the connection disappears again", async () => {
    await place()
    await lose()
    const bell = async () => (await shop.admin.get("/admin/notifications?channel=feed")).notifications
    for (const hours of [30, 32, 34]) await sweepAt(shop, hours * 60)
    const told = { resource_id: "old", data: { title: "The connection is not registered: old" } }
    expect(await bell()).toMatchObject([told])
    await restore()
    await table("crypto_connection")
      .where({ id: "default" })
      .update({ lookup_minute: minutesFromNow(36 * 60) })
    await lose()
    for (const hours of [38, 40]) await sweepAt(shop, hours * 60)
    expect(await bell()).toMatchObject([told, told])
  })

  it("delay the note on their order and the event for the store until the connection is back", async () => {
    const { id, orderId } = await place()
    await lose()
    await table("order").where({ id: orderId }).update({ metadata: null })
    await table("crypto_payment").update({ order_note_due_at: minutesFromNow(-1), awaiting_event_sent_at: null })
    const awaited = heardOf(shop, "crypto_payment.awaiting_payment")
    await sweepAt(shop)
    expect((await row(id)).order_note_due_at).not.toBeNull()
    expect((await table("order").where({ id: orderId }).first()).metadata).toBeNull()
    await restore()
    await sweepAt(shop, 1)
    await until("the store is told", () => awaited.length === 1)
    expect(await row(id)).toMatchObject({ order_note_due_at: null, awaiting_event_sent_at: expect.any(Date) })
    expect((await table("order").where({ id: orderId }).first()).metadata).toHaveProperty("crypto_payment")
  })

  it("prevent the cancellation of their unpaid order until the connection is back, and then expire and are watched as usual", async () => {
    await shop.admin.post(`${ADMIN}/connections/default`, { unpaid_order_minutes: 60 })
    const { data, orderId } = await place()
    await expireQuote(shop, data.payment_id)
    await lose()
    await sweepAt(shop, 2)
    await cancelUnpaidAt(shop, 120)
    expect((await shop.orderOf(orderId)).status).toBe("pending")
    await restore()
    cryptoPayments(shop.container).forget("default")
    await sweepAt(shop, 4)
    const watched = { lookup_priority: 0, next_check_at: expect.any(Date) }
    expect(await rowInState(shop.container, data.payment_id, "expired")).toMatchObject(watched)
    await cancelUnpaidAt(shop, 122)
    expect((await shop.orderOf(orderId)).status).toBe("canceled")
  })
})
