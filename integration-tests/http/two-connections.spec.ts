import { SANDBOX_SECRET } from "../../src/core/connection/settings"
import { ADMIN_ERRORS } from "../../src/core/text/admin-errors"
import { REFUSALS } from "../../src/core/text/errors"
import { loadOrderBalance } from "../../src/medusa/balance"
import { LIST, ONE } from "../support/admin-connections"
import { cancelUnpaidAt, sweepAt } from "../support/clock"
import { MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, payUnsettled, placePaid, rowOf } from "../support/crypto-payments"
import { completed, deliver } from "../support/events"
import { expectErrors, NO_QUOTE, NOT_PAID_YET } from "../support/expect-errors"
import { LIVE_SECRET, liveServiceOf } from "../support/live-service"
import { describeShop } from "../support/medusa"
import { knexOf, storedEvents, withSettings } from "../support/module-rows"
import { openOn, orderChanges } from "../support/order-changes"
import { payoutOf } from "../support/payout"
import { expectRefused, openCart, pathOfOptions, refusalOf, shopperOf, statusPath } from "../support/shopper"
import { until } from "../support/until"

jest.mock("../../medusa-config", () => jest.requireActual("../support/medusa-configs").configWithLive())

const ADMIN = "/admin/crypto-payments"
const LIVE = `${LIST}/live`
const PROVIDER = "pp_crypto_live"

describeShop("a store with a test account and a live one, each in its own region", {}, (shop) => {
  expectErrors(NO_QUOTE, NOT_PAID_YET)
  const live = liveServiceOf(shop)
  const liveHook = () => shop.webhookUrl.replace("/default", "/live")

  beforeEach(() => shop.admin.post(`/admin/regions/${shop.seed.regions.eur}`, { payment_providers: [PROVIDER] }))

  const openLive = () => openCart(shop, { provider: PROVIDER, asset: "LTC" }, { region: "eur" })
  const settledLive = (id: string) =>
    until(`the live payment ${id} is settled`, async () => {
      const row = await cryptoPayments(shop.container).payments.byExternalId("live", id)
      return row?.status === "settled" && row
    })
  /** The payment ids in the connection's lists of payments and of events. */
  const listed = async (connection: string) => {
    const of = (list: string) => shop.admin.get(`${ADMIN}/${list}?connection_id=${connection}`)
    const { payments } = await of("payments")
    const { events } = await of("events")
    return {
      payments: payments.map(({ id }: { id: string }) => id),
      events: events.map(({ payment_id }: { payment_id: string }) => payment_id),
    }
  }

  it("shows each connection with its own settings, which actions on the other do not change", async () => {
    const { connections, count } = await shop.admin.get(LIST)
    expect(count).toBe(3)
    const byConfig = { test_mode: true, secret_key: { source: "config" } }
    expect(connections).toMatchObject([
      { id: "default", provider_id: "pp_crypto_default", ready: true, ...byConfig },
      { id: "live", provider_id: PROVIDER, ready: true, test_mode: false, secret_key: { source: "admin" } },
      { id: "without-keys", ready: false },
    ])
    expect(connections[1].webhook.url).toMatch(/\/live$/)
    expect((await shop.admin.post(`${LIVE}/connection-test`)).result.code).toBe("ok")
    expect((await shop.admin.get(ONE)).connection).toMatchObject({ base_url: { value: shop.sandbox.url }, actions: [] })
    const refused = await refusalOf(shop.admin.post(ONE, { secret_key: live.secretKey }))
    expect(refused.body.message).toContain(ADMIN_ERRORS.set_in_config[1])
  })

  it("deletes an address that an admin entered before medusa-config had one when a secret key is entered", async () => {
    const row = () => knexOf(shop.container)("crypto_connection").where({ id: "without-keys" })
    const path = `${LIST}/without-keys`
    await row().insert({ id: "without-keys", base_url: "https://typed-earlier.example.com" })
    const { connection } = await shop.admin.post(path, { api_key: "pk_test_1" })
    expect(connection.base_url).toMatchObject({ source: "config" })
    expect(await row().first()).toMatchObject({ base_url: "https://typed-earlier.example.com" })
    await shop.admin.post(path, { secret_key: "sk_test_12345678" })
    expect(await row().first()).toMatchObject({ base_url: null })
  })

  it("offers each connection in its own region with its own assets, also one that the other's service cannot take", async () => {
    const offered = async (region: "usd" | "eur") => {
      const { options } = await shop.store.get(pathOfOptions(shop.seed.regions[region]))
      return options.map((one: Record<string, string>) => `${one.connection_id} ${one.asset} ${one.chain}`)
    }
    expect(await offered("eur")).toEqual(["live LTC null", "live USDC base"])
    const others = await offered("usd")
    expect(others).toContain("default BTC null")
    expect(others.join()).not.toContain("live")
    const cart = await shop.store.makeCart({ region: "eur" })
    expect((await refusalOf(shop.store.openSession(cart, { provider: PROVIDER, asset: "BTC" }))).status).toBe(400)

    const available = async (region: "usd" | "eur") => {
      const { options } = await shop.store.get(pathOfOptions(shop.seed.regions[region]))
      return options.find(({ asset, chain }: Record<string, string>) => asset === "USDC" && chain === "base").available
    }
    live.sandbox.interfere({ on: "create", status: 409, body: { error: { code: "currency_unavailable" } } })
    const wish = { provider: PROVIDER, asset: "USDC", chain: "base" } as const
    expect((await refusalOf(shop.store.openSession(cart, wish))).body.message).toBe(REFUSALS.currency_unavailable[1])
    expect([await available("eur"), await available("usd")]).toEqual([false, true])
    await openCart(shop, { asset: "USDC", chain: "base" })
  })

  it("gives a shopper of one connection no payment of the other, neither by cart nor by the payment's token", async () => {
    const asked = shop.sandbox.requests().length
    const { cart, data } = await openLive()
    const other = await refusalOf(shop.store.openSession(cart, { asset: "BTC" }))
    expect(other).toMatchObject({ status: 400 })
    expect(other.body.message).toContain("not enabled in the cart's region")
    expect((await refusalOf(shop.store.post(`${statusPath(data.token)}/quote`, { asset: "BTC" }))).status).toBe(400)
    expect(shop.sandbox.requests()).toHaveLength(asked)
    expect(await listed("default")).toEqual({ payments: [], events: [] })
    expect((await listed("live")).payments).toHaveLength(1)
  })

  it("asks no money of an order through a connection that its region does not offer", async () => {
    const payment_providers = [PROVIDER, MANUAL_PROVIDER]
    await shop.admin.post(`/admin/regions/${shop.seed.regions.eur}`, { payment_providers })
    const cart = await shop.store.makeCart({ region: "eur" })
    await shop.store.openSession(cart, { provider: MANUAL_PROVIDER })
    const { orderId } = await shop.store.placeOrder(cart)
    await orderChanges(shop).editQuantity(orderId, 2)
    const { outstanding } = (await loadOrderBalance(shop.container, orderId)) as { outstanding: { minor: number } }
    const collection = await orderChanges(shop).askFor(orderId, outstanding.minor / 100)
    const asked = shop.sandbox.requests().length
    await expectRefused(openOn(shop, collection), "payment_method_unavailable", 503)
    expect(shop.sandbox.requests()).toHaveLength(asked)
    expect((await openOn(shop, collection, PROVIDER, { asset: "LTC" })).data.address).toEqual(expect.any(String))
  })

  it("uses each connection's order placement and service, also if an event is lost, and lists their payments separately", async () => {
    const [asked, askedLive] = [shop.sandbox.requests().length, live.sandbox.requests().length]
    const { cart, data } = await openLive()
    expect((await shop.store.complete(cart)).type).toBe("cart")
    live.sandbox.pay(data.payment_id)
    const { id, order_id } = await settledLive(data.payment_id)
    await shop.paidOrder(order_id as string)
    expect(shop.sandbox.requests()).toHaveLength(asked)

    const lived = live.sandbox.requests().length
    expect(lived).toBeGreaterThan(askedLive)
    const { row, paymentId } = await placePaid(shop)
    expect(live.sandbox.requests()).toHaveLength(lived)

    expect(await listed("live")).toEqual({ payments: [id], events: [id] })
    expect(await listed("default")).toEqual({ payments: [row.id], events: [row.id] })
    await shop.admin.post(`${ADMIN}/payments/${row.id}/payouts`, payoutOf("5.10"))
    const payouts = async (one: string) => (await shop.admin.get(`${ADMIN}/payouts?connection_id=${one}`)).count
    expect([await payouts("live"), await payouts("default")]).toEqual([0, 1])
    const totals = async (one: string) => {
      const { totals } = await shop.admin.get(`${ADMIN}/totals?connection_id=${one}`)
      return totals.map(({ asset, payments }: Record<string, unknown>) => [asset, payments])
    }
    expect([await totals("live"), await totals("default")]).toEqual([[["LTC", 1]], [["BTC", 1]]])
    const exported = await shop.admin.get(`${ADMIN}/export?connection_id=live`)
    expect(exported).toContain(data.payment_id)
    expect(exported).not.toContain(paymentId)

    const unheard = await openLive()
    live.sandbox.stopDelivering()
    live.sandbox.pay(unheard.data.payment_id)
    await sweepAt(shop, 2)
    live.sandbox.resumeDelivering()
    const found = await settledLive(unheard.data.payment_id)
    expect(found.completed_by).toBe("lookup")
    expect((await shop.paidOrder(found.order_id as string)).captures).toHaveLength(1)
    expect(shop.sandbox.requests().filter(({ path }) => path.includes(unheard.data.payment_id))).toEqual([])
  })

  it("shows what an order owes at one address, that of the connection which asked for it last", async () => {
    const payment_providers = ["pp_crypto_default", PROVIDER]
    await shop.admin.post(`/admin/regions/${shop.seed.regions.usd}`, { payment_providers })
    const { orderId, token } = await placePaid(shop)
    await orderChanges(shop).editQuantity(orderId, 2)
    const { renew, view } = shopperOf(shop)
    const asked = await shop.admin.post(`${ADMIN}/orders/${orderId}/payment-link`, { connection_id: "live" })
    const link = asked.payment_link.link.url.split("/").pop()
    const first = await renew(token)
    const second = await renew(link, { asset: "LTC" })
    expect(second.payment).toMatchObject({ state: "waiting", address: expect.any(String), amount: { minor: 1550 } })
    expect(await view(first.token)).toMatchObject({ state: "expired", address: null })
    const again = await renew(token)
    expect(again).toMatchObject({ token: first.token, payment: { state: "waiting", address: first.payment.address } })
    expect(await view(second.token)).toMatchObject({ state: "expired", address: null })
    expect((await renew(link)).payment).toMatchObject({ state: "waiting", address: second.payment.address })

    await Promise.all([renew(token), renew(link)])
    const shown = await Promise.all([view(first.token), view(second.token)])
    expect(shown.filter(({ address }) => address !== null).length).toBeLessThan(2)
  })

  it("shows no address of the other connection while money for the same amount waits to be settled", async () => {
    const payment_providers = ["pp_crypto_default", PROVIDER]
    await shop.admin.post(`/admin/regions/${shop.seed.regions.usd}`, { payment_providers })
    const { cart, data } = await openCart(shop)
    await payUnsettled(shop, data.payment_id)
    const asked = live.sandbox.requests().length
    await expectRefused(shop.store.openSession(cart, { provider: PROVIDER, asset: "LTC" }), "payment_seen")
    expect(live.sandbox.requests()).toHaveLength(asked)
  })

  it("refuses events signed for the other connection, and ignores events about its payments", async () => {
    const { cart, data } = await openLive()
    const event = { type: "payment.completed", data: { id: data.payment_id } }
    expect((await deliver(shop, event, { url: liveHook() })).status).toBe(401)
    expect((await deliver(shop, event, { secret: LIVE_SECRET })).status).toBe(401)
    // The test account signed this correctly, but the payment belongs to the live account.
    expect((await deliver(shop, event)).status).toBe(200)
    await until("it is unmatched", async () => (await storedEvents(shop.container))[0]?.state === "unmatched")
    expect((await shop.store.complete(cart)).type).toBe("cart")
    expect(await shop.store.get(statusPath(data.token))).toMatchObject({ payment: { status: "waiting" } })

    live.sandbox.pay(data.payment_id)
    await settledLive(data.payment_id)
  })

  it.each([LIVE_SECRET, SANDBOX_SECRET])(
    "ignores an event with %s about a payment of another connection of the same account once that is paid",
    async (secret) => {
      const { url: base_url, apiKey: api_key, secretKey: secret_key } = shop.sandbox
      await shop.admin.post(LIVE, { base_url, api_key, secret_key, endpoint_secret: secret })
      const { data } = await openCart(shop)
      const tellLive = () => deliver(shop, completed(data.payment_id), { url: liveHook(), secret })
      const becomes = (state: string) =>
        until(`it is ${state}`, async () => (await storedEvents(shop.container)).some((event) => event.state === state))
      const ours = () => knexOf(shop.container)("crypto_payment").where({ external_id: data.payment_id })
      // A person handled the money before the service reported it, so this event has to reach one.
      await ours().update({ status: "closed" })
      await tellLive()
      await becomes("unmatched")
      await ours().update({ status: "awaiting_payment" })
      await tellLive()
      // Its own event may not come.
      const nextCheck = async () => (await rowOf(shop.container, data.payment_id)).next_check_at?.getTime()
      await until("it is due at once", async () => Number(await nextCheck()) <= Date.now())
      shop.sandbox.pay(data.payment_id)
      await until("it is settled", async () => (await rowOf(shop.container, data.payment_id)).status === "settled")
      await tellLive()
      await becomes("ignored")
      expect((await shop.admin.get(`${ADMIN}/attention`)).items).toEqual([])
    },
  )

  it("keeps an unpaid order as long as the connection says with which it was placed, also if a link asks with another one", async () => {
    const { url: base_url, apiKey: api_key, secretKey: secret_key } = shop.sandbox
    await shop.admin.post(LIVE, { base_url, api_key, secret_key, unpaid_order_minutes: "off" })
    const both = [PROVIDER, "pp_crypto_default"]
    await shop.admin.post(`/admin/regions/${shop.seed.regions.eur}`, { payment_providers: both })
    const { cart, data } = await openLive()
    const { orderId } = await withSettings(shop, { orderPlacement: "checkout" }, () => shop.store.placeOrder(cart))
    const row = () => cryptoPayments(shop.container).payments.byExternalId("live", data.payment_id)
    await until("the order is noted", async () => (await row())?.order_id)
    await openOn(shop, await orderChanges(shop).askFor(orderId, (await shop.orderOf(orderId)).total))
    for (const days of [2, 3]) await cancelUnpaidAt(shop, days * 24 * 60)
    expect((await shop.orderOf(orderId)).status).toBe("pending")
    await shop.admin.post(LIVE, { unpaid_order_minutes: 60 })
    for (const days of [4, 5]) await cancelUnpaidAt(shop, days * 24 * 60)
    expect((await shop.orderOf(orderId)).status).toBe("canceled")
  })

  it("lets one connection sell while the service throttles the other", async () => {
    live.sandbox.interfere({ status: 429, headers: { "retry-after": "40" }, body: { error: "rate_limited" } })
    expect(await refusalOf(openLive())).toMatchObject({ status: 429 })
    const { data } = await shop.store.openSession(await shop.store.makeCart())
    expect(await shop.store.get(statusPath(data.token))).toMatchObject({ payment: { status: "waiting" } })

    const { health } = await shop.admin.get(`${ADMIN}/health`)
    const about = health.reasons.map(({ code, connection_id }: Record<string, string>) => `${code} ${connection_id}`)
    expect(about).toContain("throttled live")
    expect(about.join()).not.toContain(" default")
    expect(await listed("live")).toEqual({ payments: [], events: [] })
  })
})
