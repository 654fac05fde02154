import { Modules } from "@medusajs/framework/utils"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { beforeNext, expireQuote, minutesFromNow } from "../support/clock"
import { cryptoPayments, placeNoted, rowInState } from "../support/crypto-payments"
import { describeShop } from "../support/medusa"
import { paymentRows } from "../support/module-rows"
import { expectRefused, openCart, pathOfOptions, refusalOf, shopperOf, statusPath } from "../support/shopper"

describeShop("the storefront API with concurrent or unusual requests", { orderPlacement: "checkout" }, (shop) => {
  const shopper = () => shopperOf(shop)

  /** Sends all at once from different IP addresses, so that no limit refuses one; a slow machine answers 503 before 200. */
  const askAtOnce = (token: string, choices: object[]): Promise<Response[]> =>
    Promise.all(
      choices.map(async (choice, i) => {
        const headers = { "content-type": "application/json", "x-forwarded-for": `198.51.100.${i}` }
        const init = { method: "POST", body: JSON.stringify(choice) }
        const ask = () => shopper().ask(`${statusPath(token)}/quote`, headers, init)
        const answer = await ask()
        return answer.status === 503 ? ask() : answer
      }),
    )
  const living = async () => (await paymentRows(shop.container)).filter(({ superseded_at }) => superseded_at === null)

  it("keeps one address after twelve concurrent requests for three assets, and asks for no more money and captures once while it clears", async () => {
    const { data, orderId } = await placeNoted(shop)
    await expireQuote(shop, data.payment_id)
    const created = shopper().created()
    const choices = [{ asset: "LTC" }, { asset: "DOGE" }, { asset: "BTC" }, {}]
    const answers = await askAtOnce(data.token, [...choices, ...choices, ...choices])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(shopper().created()).toBe(created + 3)
    const [shown, ...more] = await living()
    expect(more).toEqual([])
    const [collection] = (await shop.orderOf(orderId)).collections
    expect(collection?.sessions).toHaveLength(1)

    const { external_id, token } = shown as PaymentRow
    await expireQuote(shop, external_id)
    shop.sandbox.payLate(external_id)
    for (const { status } of await askAtOnce(token, [{}, { asset: "LTC" }, {}])) expect([200, 409]).toContain(status)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    await rowInState(shop.container, external_id, "settled")
    expect(await shopper().renew(token)).toMatchObject({ token, payment: { status: "paid" } })
    expect((await shop.orderOf(orderId)).summary.paid).toBe(25.5)
  })

  it("answers session_gone when the cart changes while the new quote is written to the session", async () => {
    const { cart, data } = await openCart(shop)
    await expireQuote(shop, data.payment_id)
    const payments = shop.container.resolve(Modules.PAYMENT)
    beforeNext(payments, "updatePaymentSession", () => shop.store.changeQuantity(cart, 2))
    await expectRefused(shopper().renew(data.token), "session_gone")
    expect((await living()).every(({ renewing_until }) => renewing_until === null)).toBe(true)
  })

  it("shows all assets as unavailable for a minute after the service refuses the store's keys", async () => {
    const available = async () => {
      const { options } = await shop.store.get(pathOfOptions(shop.seed.regions.usd))
      expect(options).toHaveLength(8)
      return new Set(options.map((one: { available: boolean }) => one.available))
    }
    const { data } = await openCart(shop)
    shop.sandbox.interfere({ on: "create", status: 401, body: { code: "invalid_credentials" } })
    await refusalOf(shopper().renew(data.token, { asset: "LTC" }))
    expect(await available()).toEqual(new Set([false]))
    // After a minute the assets are offered again, because only a shopper's attempt can show that the keys work.
    const { connections } = cryptoPayments(shop.container)
    await connections.patch("default", { last_check_at: minutesFromNow(-2) }, new Date())
    expect(await available()).toEqual(new Set([true]))
    expect((await shopper().renew(data.token, { asset: "LTC" })).payment.status).toBe("waiting")
    expect(await available()).toEqual(new Set([true]))
  })

  it("answers a HEAD request with the same ETag and no body, and exposes Retry-After only to an allowed origin", async () => {
    const { data } = await openCart(shop)
    const full = await shopper().ask(statusPath(data.token))
    const head = await shopper().ask(statusPath(data.token), {}, { method: "HEAD" })
    expect({ status: head.status, body: await head.text() }).toEqual({ status: 200, body: "" })
    expect(head.headers.get("etag")).toBe(full.headers.get("etag"))
    expect(head.headers.get("cache-control")).toBe("no-store")

    const ask = (origin: string, headers = {}) => shopper().ask(statusPath(data.token), { origin, ...headers })
    const answer = await ask("http://localhost:8000")
    expect(answer.headers.get("access-control-allow-origin")).toBe("http://localhost:8000")
    expect(answer.headers.get("access-control-expose-headers")).toContain("Retry-After")
    const same = await ask("http://localhost:8000", { "if-none-match": answer.headers.get("etag") })
    expect(same.status).toBe(304)
    expect(same.headers.get("access-control-allow-origin")).toBe("http://localhost:8000")
    expect((await ask("https://elsewhere.example")).headers.get("access-control-allow-origin")).toBeNull()
  })
})
