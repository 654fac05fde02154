import { CRYPTO_PROVIDER } from "../support/constants"
import { HttpProblem } from "../support/http"
import { describeShop } from "../support/medusa"

/** PostgreSQL's text cannot hold a NUL, so the routes must refuse it first. */
describeShop("a NUL character in a request", {}, (shop) => {
  const ADMIN = "/admin/crypto-payments"
  const statusOf = async (work: Promise<unknown>): Promise<number> => {
    const answer = await work.catch((error: unknown) => error)
    return answer instanceof HttpProblem ? answer.status : 200
  }

  it.each([
    "payments/%00",
    "payments/cpay_%00x",
    "events/%00",
    "connections/%00",
    "connections/default%00",
    "payments?connection_id=%00",
    "payments?q=%00",
    "payments?order_id=a%00",
    "events?payment_id=%00",
    "events?connection_id[]=%00",
    "refunds?payment_id=%00",
    "refunds?q=%00",
    "attention?q=%00",
    "export?connection_id=%00",
  ])("gets 400 or 404 on the admin route GET %s", async (path) => {
    const status = await statusOf(shop.admin.get(`${ADMIN}/${path}`))
    expect([400, 404]).toContain(status)
  })

  it.each<[string, object]>([
    ["payments/%00/check", {}],
    ["payments/%00/settle", {}],
    ["payments/%00/settle-onto-order", {}],
    ["payments/%00/close", { note: "x" }],
    ["payments/%00/refunds", { amount: "1", sent: "1", address: "a", transaction_id: "t" }],
    ["refunds/%00", { note: "x" }],
    ["events/%00/retry", {}],
    ["events/%00/close", { note: "x" }],
    ["connections/%00", { assets: ["BTC"] }],
    ["connections/%00/test", {}],
    ["connections/%00/endpoint-secret", { secret: "whsec_0123456789abcdef" }],
    ["connections/default", { signature_header: "x\0" }],
    ["connections/default", { cleared_statuses: ["a\0"] }],
  ])("gets 400, 404 or 409 on the admin route POST %s", async (path, body) => {
    const status = await statusOf(shop.admin.post(`${ADMIN}/${path}`, body))
    expect([400, 404, 409]).toContain(status)
  })

  it("gets 400, 404 or 409 in an admin's note and in the fields of a payout", async () => {
    const cart = await shop.store.makeCart()
    const { data } = await shop.store.openSession(cart)
    const { payments } = await shop.admin.get(`${ADMIN}/payments?q=${data.payment_id}`)
    const [{ id }] = payments
    const refund = { amount: "1\0", sent: "1\0", address: "a\0", transaction_id: "t\0", note: "n\0" }
    for (const [path, body] of [
      [`payments/${id}/close`, { note: "a\0b" }],
      [`payments/${id}/refunds`, refund],
      [`payments/${id}/refunds`, { ...refund, amount: "25.50", sent: "0.0004" }],
    ] as const) {
      expect([400, 404, 409]).toContain(await statusOf(shop.admin.post(`${ADMIN}/${path}`, body)))
    }
  })

  it("gets 400 in the data of a payment session that an admin opens", async () => {
    const { collection } = await shop.store.openSession(await shop.store.makeCart())
    const body = { provider_id: CRYPTO_PROVIDER, data: { asset: "BTC\0" } }
    const path = `/admin/payment-collections/${collection}/payment-sessions`
    expect(await statusOf(shop.admin.post(path, body))).toBe(400)
  })

  it("gets 400 or 404 in the URLs of webhook, shopper status, quote and pay page", async () => {
    const ask = async (path: string, init: RequestInit = {}) =>
      (await fetch(shop.url + path, { headers: shop.store.headers, ...init })).status
    expect([400, 404]).toContain(await ask("/hooks/crypto-payments/%00", { method: "POST", body: "{}" }))
    expect([400, 404]).toContain(await ask("/store/crypto-payments/%00"))
    expect([400, 404]).toContain(await ask("/store/crypto-payments/%00/quote", { method: "POST" }))
    expect([400, 404]).toContain(await ask("/crypto-payments/%00"))
  })
})
