import { RateLimit } from "../../src/api/shopper/shopper-route"
import { noteOrderOfCryptoPaymentsWorkflow } from "../../src/workflows"
import { undocumented } from "../openapi/validator"
import { expireQuote, minutesFromNow, sweepAt } from "../support/clock"
import { MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, payUntil, rowInState, rowOf, untilNoted } from "../support/crypto-payments"
import { heardOf } from "../support/heard"
import { describeShop } from "../support/medusa"
import { payoutsIn } from "../support/payouts-in"
import { openCart, shopperOf, statusPath } from "../support/shopper"
import { until } from "../support/until"

describeShop("the status of a payment, for the holder of its token", { orderPlacement: "checkout" }, (shop) => {
  const shopper = () => shopperOf(shop)
  const { payout, record } = payoutsIn(shop)

  it("goes from waiting to confirming to paid, with the order's number, and one awaiting_payment event has the pay link", async () => {
    const { cart, data } = await openCart(shop)
    const told = heardOf(shop, "crypto_payment.awaiting_payment")
    const { orderId } = await shop.store.placeOrder(cart)
    const row = await untilNoted(shop.container, data.payment_id)
    await until("the store is told", () => told.length > 0)
    await noteOrderOfCryptoPaymentsWorkflow(shop.container).run({ input: { order_id: orderId } })
    const { id, payment_collection_id, session_id, cart_id } = row
    const unset = { event_id: null, attention_reason: null, attention_at: null }
    const about = { id, connection_id: "default", payment_collection_id, session_id, cart_id, order_id: orderId }
    expect(told).toEqual([{ ...about, ...unset, pay_url: data.pay_url }])
    const placed = await shopper().view(data.token)
    expect(placed).toMatchObject({ status: "waiting", order: { display_id: expect.any(Number) } })

    shop.sandbox.pay(data.payment_id, { complete: false, confirmations: 1 })
    await sweepAt(shop, 1)
    expect(await shopper().view(data.token)).toMatchObject({ status: "confirming", confirmations: 1 })

    shop.sandbox.confirm(data.payment_id)
    await rowInState(shop.container, data.payment_id, "settled")
    const paid = await shopper().view(data.token)
    expect(paid).toMatchObject({ status: "paid", address: null, uri: null, next_poll_seconds: null })
    expect(paid.order).toEqual(placed.order)
  })

  it("says what was bought apart from the status: from the cart, then from the order, and nothing about the buyer", async () => {
    const { cart, data } = await openCart(shop)
    const { status: _, ...shown } = await askBought(data.token)
    const usd = (minor: number, display: string) => ({ minor, currency: "USD", display })
    const none = { discount: null, credit: null, tax: null, tax_included: false }
    const item = { title: expect.any(String), quantity: 1, amount: usd(1550, "15.50") }
    const bought = { items: [item], delivery: usd(1000, "10.00"), ...none, total: usd(2550, "25.50") }
    expect(shown).toEqual({ token: data.token, bought })
    await shop.store.placeOrder(cart)
    await untilNoted(shop.container, data.payment_id)
    expect(await askBought(data.token)).toMatchObject({ status: 200, bought })
    expect(await askBought("A".repeat(22))).toMatchObject({ status: 404, code: "unknown_payment" })

    const { id } = await payUntil(shop, data.payment_id, "settled")
    await record(id, payout("10"))
    await record(id, payout("15.50"))
    expect(await askBought(data.token)).toMatchObject({ status: 200, bought })

    const changed = await openCart(shop)
    await shop.store.changeQuantity(changed.cart, 2)
    expect(await askBought(changed.data.token)).toMatchObject({ status: 200, bought: null })
    await payUntil(shop, changed.data.payment_id, "attention")
    expect(await askBought(changed.data.token)).toMatchObject({ status: 200, bought: null })
  })

  it("is closed while the shopper of an open cart has chosen another way to pay, and waits again with a new session", async () => {
    const { cart, data } = await openCart(shop)
    await shop.store.openSession(cart, { provider: MANUAL_PROVIDER })
    expect(await shopper().view(data.token)).toMatchObject({ state: "closed", address: null })
    expect(await shopper().view((await shop.store.openSession(cart)).data.token)).toMatchObject({ state: "waiting" })
  })

  const askBought = async (token: string) => {
    const answer = await shopper().ask(`${statusPath(token)}/bought`)
    const body = await answer.json()
    expect(undocumented("GET", answer.url.slice(shop.url.length), answer.status, body)).toEqual([])
    expect(answer.headers.get("cache-control")).toBe("no-store")
    return { status: answer.status, ...body }
  }

  it("answers 304 to weak, strong and listed ETags while nothing changed, and forbids caching", async () => {
    const { data } = await openCart(shop)
    const first = await shopper().ask(statusPath(data.token))
    const etag = first.headers.get("etag") as string
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(first.headers.get("cache-control")).toBe("no-store")
    expect(first.headers.get("access-control-expose-headers")).toBe("ETag, Retry-After")
    for (const tag of [etag, etag.replace("W/", ""), `"other", ${etag}`]) {
      const again = await shopper().ask(statusPath(data.token), { "if-none-match": tag, "cache-control": "no-cache" })
      expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: "" })
      expect(again.headers.get("etag")).toBe(etag)
      expect(again.headers.get("cache-control")).toBe("no-store")
    }
    await expireQuote(shop, data.payment_id)
    const changed = await shopper().ask(statusPath(data.token), { "if-none-match": etag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get("etag")).not.toBe(etag)
  })

  it("answers every invalid token with the same 404", async () => {
    const tokens = ["A".repeat(22), "_".repeat(22), "x", "A".repeat(5000), "%00", "..%2f..%2fadmin", "undefined"]
    const answers = await Promise.all(
      tokens.map(async (token) => {
        const answer = await shopper().ask(statusPath(token))
        const { status, headers } = answer
        return { status, body: await answer.text(), etag: headers.get("etag"), cache: headers.get("cache-control") }
      }),
    )
    expect(answers[0]).toMatchObject({ status: 404, cache: "no-store" })
    expect(JSON.parse(answers[0]?.body as string)).toEqual({
      type: "not_found",
      code: "unknown_payment",
      message: "This payment is not known. Start the payment step again.",
    })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it("sends no request to the service, and moves the sweep's next lookup forward", async () => {
    const { data } = await openCart(shop)
    const row = await rowOf(shop.container, data.payment_id)
    const { payments } = cryptoPayments(shop.container)
    const soon = new Date(Date.now() + 40_000)
    await payments.patch(row.id, { created_at: minutesFromNow(-1), next_check_at: soon }, new Date())
    const asked = shop.sandbox.requests().length
    await shopper().view(data.token)
    await shopper().view(data.token)
    expect(shop.sandbox.requests()).toHaveLength(asked)
    const next = (await rowOf(shop.container, data.payment_id)).next_check_at as Date
    expect(next.getTime()).toBeLessThanOrEqual(Date.now())
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(data.payment_id, { complete: false })
    await sweepAt(shop)
    expect(shop.sandbox.requests()).toHaveLength(asked + 1)
  })

  it("shows what to pay, by the clock of the server, and only with the store's publishable key", async () => {
    const { data } = await openCart(shop)
    const { asset, chain, address, uri, pay_amount, rate, quote_expires_at, pay_url: _, ...rest } = data
    const { server_time, ...view } = await shopper().view(data.token)
    expect(view).toMatchObject({ asset, chain, address, uri, pay_amount, rate, quote_expires_at, status: "waiting" })
    expect(Math.abs(Date.now() - Date.parse(server_time))).toBeLessThan(10_000)
    // The unit test of the view compares all of its fields.
    expect(JSON.stringify(view)).not.toMatch(new RegExp(`${rest.payment_id}|${rest.token}|session|remote_status`))
    expect((await fetch(shop.url + statusPath(data.token))).status).toBe(400)
  })

  /** The limits count by the minute, which must not end during a test. */
  const stopClock = () => jest.spyOn(performance, "now").mockReturnValue(performance.now())

  it("answers one IP address 60 times a minute per token, then 429 with Retry-After", async () => {
    const { data } = await openCart(shop)
    const other = await openCart(shop)
    stopClock()
    const ask = (token: string, ip: string) => shopper().ask(statusPath(token), { "x-forwarded-for": ip })
    const answers = await Promise.all(Array.from({ length: 59 }, () => ask(data.token, "203.0.113.7")))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    // Some proxies add the caller's port, which differs for each connection.
    expect((await ask(data.token, "203.0.113.7:51234")).status).toBe(200)
    const refused = await ask(data.token, "203.0.113.7:51235")
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60)
    expect(await refused.json()).toMatchObject({ code: "too_many_requests" })
    expect((await ask(other.data.token, "203.0.113.7")).status).toBe(200)
    expect((await ask(data.token, "203.0.113.8")).status).toBe(200)
  })

  it("stores no key for a made-up token, so that nobody pushes the limited ones out with many", async () => {
    const { data } = await openCart(shop)
    const take = jest.spyOn(RateLimit.prototype, "take")
    const ask = (token: string) => shopper().ask(statusPath(token), { "x-forwarded-for": "203.0.113.9" })
    for (let n = 0; n < 5; n++) expect((await ask(String(n).padStart(22, "A"))).status).toBe(404)
    expect(take).not.toHaveBeenCalled()
    expect((await ask(data.token)).status).toBe(200)
    expect(take).toHaveBeenCalled()
  })

  it("limits a token to 20 new quotes a minute, even with forged IP addresses", async () => {
    const { data } = await openCart(shop)
    const quote = (i: number) =>
      shopper().ask(`${statusPath(data.token)}/quote`, { "x-forwarded-for": `203.0.113.${i}` }, { method: "POST" })
    stopClock()
    const statuses: number[] = []
    for (let i = 0; i < 22; i++) statuses.push((await quote(i)).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })
})
