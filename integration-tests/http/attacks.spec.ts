import { ADMIN_BASE, adminRoutes } from "../support/admin-routes"
import { rowOf } from "../support/crypto-payments"
import { createHttp } from "../support/http"
import { describeShop } from "../support/medusa"

describeShop("an attacker", {}, (shop) => {
  const json = { "content-type": "application/json" }

  it("gains nothing with forged session data or a forged X-Forwarded-Host header", async () => {
    const victim = await shop.store.openSession(await shop.store.makeCart())
    const cart = await shop.store.makeCart()
    const { payment_collection } = await shop.store.post("/store/payment-collections", { cart_id: cart.id })
    const claims = {
      ...victim.data,
      status: "settled",
      session_id: victim.id,
      pay_amount: { base: "1", asset: "BTC", decimals: 8, display: "0.00000001" },
      amount: { minor: 1, currency: "USD" },
      completed_at: new Date().toISOString(),
      captured: true,
    }
    const attacker = createHttp(shop.url, { ...shop.store.headers, "x-forwarded-host": "evil.example.com" })
    const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`
    const answer = await attacker.post(path, { provider_id: "pp_crypto_default", data: claims })
    const data: typeof victim.data & { session_id: string } = answer.payment_collection.payment_sessions[0].data
    const row = await rowOf(shop.container, data.payment_id)
    const own = ["payment_id", "token", "address", "uri", "pay_url", "session_id"] as const
    for (const field of own) expect(data[field]).not.toBe((claims as Record<string, unknown>)[field])
    expect(data).toMatchObject({ status: "awaiting_payment", token: row.token, amount: { minor: 2550 } })
    expect(data.pay_amount.base).toBe(row.pay_amount_base)
    expect(JSON.stringify(answer)).not.toContain("evil")

    expect((await shop.orderOf((await shop.store.placeOrder(cart)).orderId)).captures).toEqual([])
    expect(row).toMatchObject({ status: "awaiting_payment", completed_at: null })
    expect((await rowOf(shop.container, victim.data.payment_id)).session_id).toBe(victim.id)
  })

  it("finds no admin answer in a cache, because every admin route answers no-store", async () => {
    for (const { method, path } of adminRoutes()) {
      const url = shop.url + ADMIN_BASE + path.replace(":id", "default")
      const headers = { ...shop.admin.headers, ...json }
      const response = await fetch(url, { method, headers, ...(method === "POST" ? { body: "{}" } : {}) })
      await response.text()
      expect(`${method} ${path}: ${response.headers.get("cache-control")}`).toBe(`${method} ${path}: no-store`)
    }
  })
})
