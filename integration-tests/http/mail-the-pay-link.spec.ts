import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { SubscriberLoader } from "@medusajs/framework/subscribers"
import { Modules } from "@medusajs/framework/utils"
import mailAttention from "../../docs/subscribers/mail-attention"
import mailThePayLink from "../../docs/subscribers/mail-the-pay-link"
import { placeNoted } from "../support/crypto-payments"
import { describeShop } from "../support/medusa"
import { knexOf } from "../support/module-rows"
import { setChannels } from "../support/notification-channels"
import { until } from "../support/until"

const ROOT = join(__dirname, "..", "..")
const SUBSCRIBERS = join(ROOT, "docs", "subscribers")
const BACKEND = "https://medusa.example.com"

const TEAM = "payments@example.com"

it("docs/mails.md names exactly the subscribers that this file tests", () => {
  const docs = readFileSync(join(ROOT, "docs/mails.md"), "utf8")
  const linked = [...docs.matchAll(/\]\(subscribers\/([\w.-]+)\)/g)].map(([, name]) => name)
  expect(linked.sort()).toEqual(readdirSync(SUBSCRIBERS).sort())
})

it.each([
  ["the pay link", mailThePayLink],
  ["what needs attention", mailAttention],
])("a mail about %s names the variable that it needs", async (_, mail) => {
  delete process.env.MEDUSA_BACKEND_URL
  process.env.PAYMENTS_TEAM_EMAIL = TEAM
  const container = { resolve: () => ({ graph: async () => ({ data: [{ email: "shopper@example.com" }] }) }) }
  const event = { data: { cart_id: "cart_1", pay_url: "/crypto-payments/x" } }
  await expect(mail({ event, container } as never)).rejects.toThrow("Set MEDUSA_BACKEND_URL")
})

describeShop("a subscriber from the docs", {}, (shop) => {
  // The loaded subscribers stay, so this is the last file of its shop. They read these variables when they run.
  beforeAll(async () => {
    Object.assign(process.env, { MEDUSA_BACKEND_URL: BACKEND, PAYMENTS_TEAM_EMAIL: TEAM })
    await new SubscriberLoader(SUBSCRIBERS, {}, shop.container).load()
  })

  // The local provider also takes the channel "email", as in the docs' medusa-config.
  beforeEach(() => setChannels(shop, ["email", "feed"]))

  const mails = () => shop.container.resolve(Modules.NOTIFICATION).listNotifications({ channel: "email" })
  const emit = (data: object, name = "crypto_payment.awaiting_payment") =>
    shop.container.resolve(Modules.EVENT_BUS).emit({ name, data })

  const place = () => placeNoted(shop)

  it("mails an order's pay link once to the order's e-mail address, even if the event repeats, with its locale", async () => {
    const { data, orderId, collection: payment_collection_id } = await place()
    await until("the mail is sent", async () => (await mails()).some(({ status }) => status === "success"))
    const event = { payment_collection_id, order_id: orderId, cart_id: null, pay_url: data.pay_url }
    for (let i = 0; i < 3; i++) await emit(event)
    const other = await place()
    await until("the other one's mail is sent", async () => (await mails()).length > 1)
    await knexOf(shop.container)("order").where({ id: other.orderId }).update({ locale: "de-DE" })
    await emit({ ...event, payment_collection_id: "pay_col_1", order_id: other.orderId })
    await until("a mail in German is sent", async () => (await mails()).some((mail) => mail.data?.locale === "de-DE"))
    const sent = await mails()
    expect(sent).toHaveLength(3)
    const { order } = await shop.admin.get(`/admin/orders/${orderId}?fields=display_id`)
    const mail = sent.find(({ resource_id }) => resource_id === orderId)
    expect(mail).toMatchObject({
      to: "shopper@example.com",
      template: "crypto-payment-awaited",
      provider_id: "local",
      data: { pay_url: BACKEND + data.pay_url, order_number: order.display_id, locale: null },
      status: "success",
    })
    expect(mail?.data?.pay_url).toMatch(new RegExp(`/crypto-payments/${data.token}$`))
    expect(sent.find(({ resource_id }) => resource_id === other.orderId)).toBeDefined()
  })

  it("mails the cart's shopper when there is no order yet, and nothing without order, cart or link", async () => {
    const cart = await shop.store.makeCart()
    const event = { payment_collection_id: "pay_col_1", order_id: null, pay_url: `${BACKEND}/crypto-payments/x` }
    await emit({ ...event, cart_id: null })
    await emit({ ...event, cart_id: "cart_unknown" })
    await emit({ ...event, cart_id: cart.id, pay_url: null })
    await emit({ ...event, cart_id: cart.id })
    await until("the mail is sent", async () => (await mails()).length > 0)
    const sent = await mails()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ to: "shopper@example.com", resource_type: "cart", resource_id: cart.id })
    expect(sent[0]?.data).toEqual({ pay_url: event.pay_url, order_number: null, locale: null })
  })

  it("mails the team once each time a payment or event needs attention, with the order number if known", async () => {
    const { orderId } = await place()
    const about = { id: "cpay_1", order_id: orderId, attention_reason: "payout_due", event_id: null }
    const ask = (data: object) => emit(data, "crypto_payment.needs_attention")
    await ask({ ...about, attention_at: "2026-03-01T12:00:00.000Z" })
    const toTeam = async () => (await mails()).filter(({ to }) => to === TEAM)
    await until("the mail is sent", async () => (await toTeam()).some(({ status }) => status === "success"))
    await ask({ ...about, attention_at: "2026-03-01T12:00:00.000Z" })
    await ask({ ...about, attention_at: "2026-03-02T12:00:00.000Z" })
    const unknown = { id: null, event_id: "cevt_1", order_id: null, attention_reason: "unknown_payment" }
    await ask({ ...unknown, attention_at: null })
    await until("the other two are sent", async () => (await toTeam()).length > 2)
    const { order } = await shop.admin.get(`/admin/orders/${orderId}?fields=display_id`)
    const url = `${BACKEND}/app/crypto-payments/attention`
    const sent = await toTeam()
    expect(sent).toHaveLength(3)
    const all = sent.map(({ data }) => data)
    expect(all).toContainEqual({ reason: "payout_due", order_number: order.display_id, url })
    expect(all).toContainEqual({ reason: "unknown_payment", order_number: null, url })
  })
})
