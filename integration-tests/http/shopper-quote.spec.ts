import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { CREATE_TIMEOUT_MS } from "../../src/store-api/client"
import { expireQuote, sweepAt } from "../support/clock"
import { MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, payUntil, rowInState, rowOfToken } from "../support/crypto-payments"
import { expectErrors } from "../support/expect-errors"
import { createHttp } from "../support/http"
import { describeShop } from "../support/medusa"
import { knexOf, paymentRows, withSettings } from "../support/module-rows"
import { expectRefused, openCart, shopperOf, statusPath } from "../support/shopper"

describeShop("a renewed quote", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(/: address_invalid/)

  const shopper = () => shopperOf(shop)

  const place = async (cart: { id: string }) => (await shop.store.placeOrder(cart)).orderId
  const paymentsOfOrder = async (orderId: string) =>
    (await paymentRows(shop.container)).filter(({ order_id, superseded_at }) => order_id === orderId && !superseded_at)

  it("has a new address and token, also in the session, while a sweep still finds money at the old address", async () => {
    const { cart, data } = await openCart(shop)
    await expireQuote(shop, data.payment_id)
    const { token, payment } = await shopper().renew(data.token)
    expect(token).not.toBe(data.token)
    expect(payment).toMatchObject({ state: "waiting", asset: "BTC" })
    expect(payment.address).not.toBe(data.address)
    expect(await shopper().view(token)).toMatchObject({ address: payment.address })

    const { payment_collection } = await shop.store
      .get(`/store/carts/${cart.id}?fields=payment_collection.payment_sessions.*`)
      .then(({ cart: full }) => full)
    expect(payment_collection.payment_sessions).toHaveLength(1)
    expect(payment_collection.payment_sessions[0].data).toMatchObject({
      ...{ token, address: payment.address, pay_url: `/crypto-payments/${token}` },
    })

    const orderId = await place(cart)
    shop.sandbox.stopDelivering()
    shop.sandbox.payLate(data.payment_id)
    await sweepAt(shop, 2)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    await rowInState(shop.container, data.payment_id, "settled")
    expect(await shopper().view(data.token)).toMatchObject({ status: "paid" })
  })

  it("replaces a quote that an older release stored with a URI that is refused now, also at confirmation", async () => {
    const spoiled = async () => {
      const { cart, data } = await openCart(shop)
      const { id, uri } = await rowOfToken(shop.container, data.token)
      const stored = { uri: `${uri}&lightning=lnbc1` }
      await knexOf(shop.container)("crypto_payment").where({ id }).update(stored)
      expect(await shopper().view(data.token)).toMatchObject({ status: "expired", address: null, uri: null })
      return { cart, data }
    }
    const first = await spoiled()
    const { token, payment } = await shopper().renew(first.data.token)
    expect(token).not.toBe(first.data.token)
    expect(payment).toMatchObject({ status: "waiting", address: expect.any(String), uri: expect.any(String) })

    const { cart, data } = await spoiled()
    const [row] = await paymentsOfOrder(await place(cart))
    expect(row?.token).not.toBe(data.token)
  })

  it("is not created while the current quote is valid, can use another asset, and the first quote returns with its asset", async () => {
    const { data } = await openCart(shop)
    const created = shopper().created()
    expect(await shopper().renew(data.token)).toMatchObject({ token: data.token, payment: { address: data.address } })
    const usdc = await shopper().renew(data.token, { asset: "USDC", chain: "base" })
    expect(usdc.payment).toMatchObject({ asset: "USDC", chain: "base", status: "waiting" })
    expect(await shopper().view(data.token)).toMatchObject({ state: "replaced", address: null })
    const polygon = await shopper().renew(usdc.token, { chain: "polygon" })
    expect(polygon.payment).toMatchObject({ asset: "USDC", chain: "polygon" })
    const back = await shopper().renew(polygon.token, { asset: "BTC" })
    expect(back).toMatchObject({ token: data.token, payment: { address: data.address, state: "waiting" } })
    expect(shopper().created()).toBe(created + 2)
    const living = (await paymentRows(shop.container)).filter((row) => row.superseded_at === null)
    expect(living.map((row) => row.token)).toEqual([data.token])
  })

  it("is not created after the money arrived at an earlier address", async () => {
    const { cart, data } = await openCart(shop)
    await place(cart)
    const ltc = await shopper().renew(data.token, { asset: "LTC" })
    await payUntil(shop, data.payment_id, "settled")
    const created = shopper().created()
    for (const token of [data.token, ltc.token]) {
      const answer = await shopper().renew(token, { asset: "DOGE" })
      expect(answer).toMatchObject({ token: data.token, payment: { status: "paid", address: null } })
    }
    expect(shopper().created()).toBe(created)
  })

  it("is available again after a person closed a payment that no order took", async () => {
    const { cart, data } = await openCart(shop)
    await shop.store.changeQuantity(cart, 2)
    const row = await payUntil(shop, data.payment_id, "attention")
    await shop.store.changeQuantity(cart, 1)
    const now = new Date()
    await cryptoPayments(shop.container).payments.move(row.id, "closed_by_person", { closed_at: now }, now)
    const again = await shop.store.openSession(cart)
    await expireQuote(shop, again.data.payment_id)
    expect((await shopper().renew(again.data.token)).payment).toMatchObject({ status: "waiting" })
  })

  it("is refused when no payment step is open, and is of the current session when requested with an old token", async () => {
    const { cart, data } = await openCart(shop)
    await shop.store.changeQuantity(cart, 2)
    await expectRefused(shopper().renew(data.token), "session_gone")
    const { data: now } = await shop.store.openSession(cart)
    const { token, payment } = await shopper().renew(data.token)
    expect({ token, amount: payment.amount.minor }).toEqual({ token: now.token, amount: 4100 })
  })

  it("is refused after the order was canceled, without a request to the service, or placed with another provider", async () => {
    const { cart, data } = await openCart(shop)
    const order_id = await place(cart)
    await cancelOrderWorkflow(shop.container).run({ input: { order_id, no_notification: true } })
    await expireQuote(shop, data.payment_id)
    const created = shopper().created()
    await expectRefused(shopper().renew(data.token), "order_canceled")
    expect(shopper().created()).toBe(created)

    const other = await openCart(shop)
    await shop.store.openSession(other.cart, { provider: MANUAL_PROVIDER })
    await place(other.cart)
    await expectRefused(shopper().renew(other.data.token), "already_paid")
  })

  it("is refused with the code that matches the error of the service, and the current quote stays", async () => {
    const { data } = await openCart(shop)
    const refused = async (fault: object, code: string, status: number, wait?: string) => {
      shop.sandbox.interfere({ on: "create", times: 1, ...fault })
      const { headers } = await expectRefused(shopper().renew(data.token, { asset: "LTC" }), code, status)
      expect([headers.get("retry-after"), headers.get("cache-control")]).toEqual([wait ?? null, "no-store"])
    }
    await refused({ status: 403, body: { code: "screening_failed" } }, "screening_failed", 403)
    await refused({ alter: (body: object) => ({ ...body, address: "elsewhere" }) }, "service_unavailable", 503)
    await refused({ status: 429, headers: { "retry-after": "30" } }, "rate_limited", 429, "30")
    expect(await shopper().view(data.token)).toMatchObject({ state: "waiting" })
    expect(await paymentRows(shop.container)).toHaveLength(1)
    expect((await paymentRows(shop.container))[0]?.renewing_until).toBeNull()
  })

  it("sends the payer's IP address to the service, from the entry of a header that the store's own proxy wrote if set", async () => {
    const { data } = await openCart(shop)
    const sentOf = async (asset: string, forwarded: string) => {
      const http = createHttp(shop.url, { ...shop.store.headers, "x-forwarded-for": forwarded })
      const { token } = await http.post(`${statusPath(data.token)}/quote`, { asset })
      return shop.sandbox.payment((await rowOfToken(shop.container, token)).external_id)?.payerIp
    }
    expect(await sentOf("LTC", "198.51.100.7")).toBe("198.51.100.7")
    const fromHeader = () => sentOf("DOGE", "192.0.2.66, 198.51.100.7")
    expect(await withSettings(shop, { payerIp: { header: "X-Forwarded-For" } }, fromHeader)).toBe("198.51.100.7")
  })

  // The unit test of medusa/provider-channel.ts checks the limit of ten seconds with its own clock.
  it("is refused at its deadline when the service hangs, also for a second concurrent request", async () => {
    const { data } = await openCart(shop)
    shop.sandbox.interfere({ on: "create", delayMs: 30_000, times: 2 })
    const ask = () => expectRefused(shopper().renew(data.token, { asset: "LTC" }), "service_unavailable", 503)
    // In milliseconds. Each passes almost at once.
    const deadlines: number[] = []
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    jest.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
      deadlines.push(milliseconds)
      return timeout(50)
    })
    await Promise.all([ask(), ask()])
    expect(Math.max(...deadlines)).toBeLessThanOrEqual(CREATE_TIMEOUT_MS)
    expect(deadlines).not.toEqual([])
  })
})
