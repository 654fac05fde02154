import { SANDBOX_SECRET } from "../../src/core/connection/settings"
import { ATTENTION_WORDS } from "../../src/core/payment/attention-reasons"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { enterKeys, save } from "../support/admin-connections"
import { cancelUnpaidAt, minutesFromNow, sweepAt } from "../support/clock"
import {
  cryptoPayments,
  payUntil,
  placeNoted,
  rowInState,
  rowOf,
  rowOfToken,
  untilNoted,
} from "../support/crypto-payments"
import { completed, deliver } from "../support/events"
import { expectErrors, NO_QUOTE } from "../support/expect-errors"
import { type LiveService, startLiveService } from "../support/live-service"
import { describeShop } from "../support/medusa"
import { knexOf, withSettings } from "../support/module-rows"
import { openOn } from "../support/order-changes"
import { payoutsIn } from "../support/payouts-in"
import { expectRefused, openCart, shopperOf } from "../support/shopper"
import { until } from "../support/until"

const OTHER_ACCOUNT = ["settle_onto_order", "record_payout", "ask_address", "close"]
const SETTINGS = { keysInAdmin: true, env: { CRYPTO_PAYMENTS_ALLOW_PRIVATE_ADDRESS: "true" } }

describeShop("a store whose keys change while payments are open", SETTINGS, (shop) => {
  expectErrors(NO_QUOTE)

  /** Another store of the same service, in test mode like the first. */
  let other: Sandbox
  let live: LiveService & { close: () => Promise<void> }

  beforeAll(async () => {
    const quiet = { deliveryRetryMs: [100] }
    other = await startSandbox(quiet)
    live = await startLiveService(quiet)
    for (const service of [other, live.sandbox]) {
      service.registerEndpoint({ url: shop.webhookUrl, secret: shop.endpointSecret })
    }
  })
  afterAll(() => Promise.all([other.close(), live.close()]))
  beforeEach(() => enterKeys(shop))
  afterEach(() => Promise.all([other.drain(), live.sandbox.drain()]))

  type Service = Pick<Sandbox, "url" | "apiKey" | "secretKey">
  const take = (service: Service) =>
    save(shop.admin, { base_url: service.url, api_key: service.apiKey, secret_key: service.secretKey })
  const shopper = () => shopperOf(shop)
  const cancelAfter = (hours: number) => cancelUnpaidAt(shop, hours * 60)

  const place = () => placeNoted(shop)
  const sessionDataOf = async (orderId: string) => {
    const path = `/store/orders/${orderId}?fields=*payment_collections.payment_sessions`
    return (await shop.store.get(path)).order.payment_collections[0].payment_sessions[0].data
  }
  const { path, paymentOf, close, items, refusal } = payoutsIn(shop)
  /** Pays an address of another account than the present one. */
  const payFormer = async (paymentId: string, service: Sandbox = shop.sandbox) => {
    service.pay(paymentId)
    const row = await rowInState(shop.container, paymentId, "attention")
    return { row, item: (await items(`?q=${row.id}`))[0] }
  }

  it("settles a payment of the current account even if a newer quote of another account is paid too", async () => {
    const { cart, data } = await openCart(shop)
    await take(other)
    const { token } = await shopper().renew(data.token)
    const newer = await rowOfToken(shop.container, token)
    const patch = { completed_at: new Date(), next_check_at: null }
    await cryptoPayments(shop.container).payments.move(newer.id, "service_completed", patch, new Date())
    await take(shop.sandbox)
    const settled = () => payUntil(shop, data.payment_id, "settled")
    const { order_id } = await withSettings(shop, { orderPlacement: "payment" }, settled)
    expect(await shop.ordersOfCart(cart.id)).toEqual([order_id])
  })

  describe("from test to live", () => {
    it("marks test money for attention, offers only to close it, and asks for real money when the shopper completes the cart", async () => {
      const { cart, data } = await openCart(shop)
      await take(live)
      const { row, item } = await payFormer(data.payment_id)
      expect(item).toMatchObject({ reason: "test_money", message: ATTENTION_WORDS.test_money, actions: ["close"] })
      expect(await shop.ordersOfCart(cart.id)).toEqual([])
      expect(row.next_check_at).toBeNull()
      for (const act of ["settle", "settle-onto-order"])
        expect(await refusal(shop.admin.post(path(row.id, act)))).toMatchObject({ code: "not_possible" })

      const { orderId } = await shop.store.placeOrder(cart)
      const now = await sessionDataOf(orderId)
      expect(live.sandbox.payment(now.payment_id)).toMatchObject({ status: "awaiting_payment" })
      await untilNoted(shop.container, now.payment_id)
      // Test money settles nothing, also when it is retried later.
      await sweepAt(shop, 60)
      expect((await shop.orderOf(orderId)).captures).toEqual([])
      live.sandbox.pay(now.payment_id)
      expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
      expect((await rowOf(shop.container, data.payment_id)).attention_reason).toBe("test_money")
      await close(row.id)
      expect((await paymentOf(row.id)).actions).toEqual([])
    })

    it("frees the stock of an unpaid order whose cart only got test coins, whether a person closed them or not", async () => {
      const carts = [await openCart(shop), await openCart(shop)]
      await take(live)
      const [closed] = await Promise.all(carts.map(({ data }) => payFormer(data.payment_id)))
      await close(closed?.row.id as string)
      const orders = await Promise.all(carts.map(async ({ cart }) => (await shop.store.placeOrder(cart)).orderId))
      for (const orderId of orders) await untilNoted(shop.container, (await sessionDataOf(orderId)).payment_id)
      await cancelAfter(25)
      const statuses = await Promise.all(orders.map(async (orderId) => (await shop.orderOf(orderId)).status))
      expect(statuses).toEqual(["canceled", "canceled"])
    })

    it("asks once more about a test payment whose unknown status word becomes known after its watch", async () => {
      const { data } = await openCart(shop)
      const alter = (body: unknown) => ({ ...(body as object), status: "odd" })
      shop.sandbox.interfere({ on: "lookup", times: 1000, alter })
      await sweepAt(shop, 2)
      shop.sandbox.clearFaults()
      await take(live)
      const watched = 15 * 24 * 60
      await sweepAt(shop, watched)
      expect(await items()).toMatchObject([{ reason: "unknown_status" }])
      await save(shop.admin, { unpaid_statuses: ["odd"] })
      const lookups = () => live.sandbox.requests().filter(({ path }) => path.includes(data.payment_id)).length
      const before = lookups()
      for (const minutes of [2, 4, 6]) await sweepAt(shop, watched + minutes)
      expect(lookups() - before).toBe(1)
      expect(await items()).toEqual([])
    })

    it.each([
      ["does not know the test payment", 404],
      ["cannot read the test payment's id", 422],
      ["lets only the test keys read the payment", 403],
    ])("cancels an unpaid test order when its time is over, if the service %s", async (_, status) => {
      const { orderId } = await place()
      await take(live)
      if (status !== 404) live.sandbox.interfere({ on: "lookup", status, body: {}, times: 100 })
      await cancelAfter(25)
      expect((await shop.orderOf(orderId)).status).toBe("canceled")
      expect(await items()).toEqual([])
      live.sandbox.clearFaults()
    })

    it("captures test money for a test order that got a live quote in the meantime, and leaves that quote unpaid", async () => {
      const { data, orderId } = await place()
      await take(live)
      const { token, payment } = await shopper().renew(data.token)
      expect(payment.test_mode).toBe(false)
      await payUntil(shop, data.payment_id, "settled")
      expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
      expect((await shopper().view(token)).status).not.toBe("paid")
    })
  })

  it("marks money of the live account for attention in test mode, captures nothing, and offers no test quote and no new payment step", async () => {
    await take(live)
    const { data, orderId, collection } = await place()
    await take(shop.sandbox)
    expect(await shopper().view(data.token)).toMatchObject({ state: "notNow", address: null })
    for (const ask of [() => shopper().renew(data.token), () => openOn(shop, collection)])
      expect(await refusal(ask())).toMatchObject({ code: "payment_method_unavailable" })
    const { item } = await payFormer(data.payment_id, live.sandbox)
    expect(item).toMatchObject({ reason: "other_account", actions: OTHER_ACCOUNT })
    expect((await shop.orderOf(orderId)).captures).toEqual([])
  })

  it("lets nobody report a live payment with the secret of every sandbox, in test mode or after it", async () => {
    await take(live)
    const { cart, data } = await openCart(shop)
    const second = await openCart(shop)
    await take(shop.sandbox)
    const before = await cryptoPayments(shop.container).connection("default")
    await save(shop.admin, { endpoint_secret: SANDBOX_SECRET })
    const test = await openCart(shop)
    const body = completed(data.payment_id)
    // Another server may have changed the secret a moment ago.
    jest.spyOn(cryptoPayments(shop.container), "connection").mockResolvedValueOnce(before)
    await deliver(shop, completed(second.data.payment_id), { secret: SANDBOX_SECRET })
    expect(await deliver(shop, body, { secret: SANDBOX_SECRET })).toMatchObject({ status: 200, code: "stored" })
    await deliver(shop, completed(test.data.payment_id), { secret: SANDBOX_SECRET })
    await until("test money counts", async () => (await rowOf(shop.container, test.data.payment_id)).completed_at)

    await save(shop.admin, { endpoint_secret: shop.endpointSecret })
    await take(live)
    await sweepAt(shop, 5)
    for (const { payment_id } of [data, second.data])
      expect(await rowOf(shop.container, payment_id)).toMatchObject({ status: "awaiting_payment", completed_at: null })
    const { orderId } = await shop.store.placeOrder(cart)
    expect((await shop.orderOf(orderId)).captures).toEqual([])
    // The service's own event is no repetition of the forged one.
    expect(await deliver(shop, body)).toMatchObject({ code: "stored" })
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  describe("from one account to another", () => {
    it("replaces a waiting payment of the former account when its order gets a new quote, or its cart is completed", async () => {
      const [placed, open] = [await place(), await openCart(shop)]
      await take(other)
      expect(await shopper().view(placed.token)).toMatchObject({ status: "expired", address: null, uri: null })
      const { token, payment } = await shopper().renew(placed.token)
      expect(payment.status).toBe("waiting")
      expect(await shopper().view(placed.token)).toMatchObject({ address: null })
      const { orderId } = await shop.store.placeOrder(open.cart)
      const { payment_id } = await sessionDataOf(orderId)
      expect(await shopper().view(open.data.token)).toMatchObject({ address: null, state: "replaced" })
      await untilNoted(shop.container, payment_id)
      for (const id of [payment_id, (await rowOfToken(shop.container, token)).external_id]) other.pay(id)
      for (const id of [orderId, placed.orderId]) expect((await shop.paidOrder(id)).captures).toHaveLength(1)
    })

    it("marks money of the former account for attention, and an admin can settle it onto its order once", async () => {
      const { data, orderId } = await place()
      await take(other)
      const { row, item } = await payFormer(data.payment_id)
      const about = { reason: "other_account", message: ATTENTION_WORDS.other_account, actions: OTHER_ACCOUNT }
      expect(item).toMatchObject({ ...about, payment: { order: { id: orderId } } })
      expect(row.next_check_at).toBeNull()
      await sweepAt(shop, 8 * 60)
      expect((await shop.orderOf(orderId)).captures).toEqual([])

      const settle = () => shop.admin.post(path(row.id, "settle-onto-order"))
      expect((await Promise.allSettled([settle(), settle()])).map(({ status }) => status)).toContain("fulfilled")
      expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
      await rowInState(shop.container, data.payment_id, "settled")
    })

    it("lets an admin try again after the former keys are restored, and settles the payment", async () => {
      const { data, orderId } = await place()
      await take(other)
      const { row } = await payFormer(data.payment_id)
      await take(shop.sandbox)
      expect((await paymentOf(row.id)).actions).toContain("try_again")
      await shop.admin.post(path(row.id, "settle"))
      expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    })

    it("asks for no second payment if the shopper paid the former account before completing the cart", async () => {
      const { cart, data } = await openCart(shop)
      await take(other)
      const { row } = await payFormer(data.payment_id)
      const asked = other.requests().length
      const { orderId } = await shop.store.placeOrder(cart)
      expect(other.requests()).toHaveLength(asked)
      await until("the payment knows its order", async () => (await rowOf(shop.container, data.payment_id)).order_id)
      expect((await shop.orderOf(orderId)).captures).toEqual([])
      expect(await items()).toMatchObject([{ reason: "other_account", payment: { order: { id: orderId } } }])
      await shop.admin.post(path(row.id, "settle-onto-order"))
      expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    })

    it("keeps unpaid orders of the former account, which a person is told once, until its keys are back", async () => {
      const former = [await place(), await place()].map(({ orderId }) => orderId)
      await take(other)
      const present = await place()
      expect((await cancelAfter(25)).canceled).toBe(1)
      expect((await shop.orderOf(present.orderId)).status).toBe("canceled")
      await cancelAfter(50)
      const unchecked = { reason: "order_unchecked", actions: ["close", "check"] }
      const [first, ...more] = await items()
      expect([first, ...more]).toMatchObject([unchecked, unchecked])
      await close(first.payment.id)
      await cancelAfter(75)
      expect(await items()).toHaveLength(1)

      await take(shop.sandbox)
      await cancelAfter(200)
      for (const orderId of former) expect((await shop.orderOf(orderId)).status).toBe("canceled")
      await until("the items end", async () => (await items()).length === 0)
    })

    it("does not wait for the rate limit of the former account, also if the environment brings the new keys", async () => {
      await place()
      const limit = { throttled_until: minutesFromNow(999), lookups_paused_until: minutesFromNow(999) }
      const update = (columns: object) => knexOf(shop.container)("crypto_connection").update(columns)
      for (const change of [() => take(other), () => update({ health_account: "a former one" })]) {
        await update(limit)
        await change()
        await sweepAt(shop)
        expect((await openCart(shop)).data.address).toBeTruthy()
      }
      // The present account's own limit stays.
      await update(limit)
      await sweepAt(shop)
      await expectRefused(openCart(shop), "rate_limited", 429)
    })

    it("still looks up payments of the former account, and the health stays ok", async () => {
      const former = await place()
      await take(other)
      const present = await place()
      const before = other.requests().length
      await knexOf(shop.container)("crypto_payment").update({ next_check_at: minutesFromNow(-1) })
      await sweepAt(shop)
      const asked = other.requests().slice(before)
      const ids = [former.paymentId, present.paymentId].sort()
      expect(asked.map(({ path }) => path.split("/").at(-1)).sort()).toEqual(ids)
      const { health } = await shop.admin.get("/admin/crypto-payments/health")
      expect(health).toMatchObject({ state: "ok", reasons: [] })
    })
  })
})
