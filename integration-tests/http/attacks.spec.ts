import { ADMIN_BASE, adminRoutes } from "../support/admin-routes"
import { cryptoPayments, rowOf } from "../support/crypto-payments"
import { deliver } from "../support/events"
import { describeShop } from "../support/medusa"
import { logged } from "../support/secrets"

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
    const response = await fetch(`${shop.url}/store/payment-collections/${payment_collection.id}/payment-sessions`, {
      method: "POST",
      headers: { ...shop.store.headers, ...json, "x-forwarded-host": "evil.example.com" },
      body: JSON.stringify({ provider_id: "pp_crypto_default", data: claims }),
    })
    const answer = (await response.json()) as { payment_collection: { payment_sessions: { data: object }[] } }
    const data = answer.payment_collection.payment_sessions[0]?.data as typeof victim.data & { session_id: string }
    const row = await rowOf(shop.container, data.payment_id)
    const own = ["payment_id", "token", "address", "uri", "pay_url", "session_id"] as const
    for (const field of own) expect(data[field]).not.toBe((claims as Record<string, unknown>)[field])
    expect(data).toMatchObject({ status: "awaiting_payment", token: row.token, amount: { minor: 2550 } })
    expect(data.pay_amount.base).toBe(row.pay_amount_base)
    expect(JSON.stringify(answer)).not.toContain("evil")

    const done = await shop.store.placeOrder(cart)
    expect((await shop.orderOf(done.orderId)).captures).toEqual([])
    expect(row).toMatchObject({ status: "awaiting_payment", completed_at: null })
    expect((await rowOf(shop.container, victim.data.payment_id)).session_id).toBe(victim.id)
  })

  it("cannot add a line to the log, or write a long one, with an invented webhook address", async () => {
    // Logs the line even if this process has already logged one within the minute.
    jest.spyOn(cryptoPayments(shop.container), "isTimeFor").mockReturnValue(true)
    const name = encodeURIComponent(`x\r\ninfo: all is well\u001b[2K${"y".repeat(3_000)}`)
    const log = await logged(shop, async () => {
      const answer = await deliver(shop, "{}", { url: `${shop.url}/hooks/crypto-payments/${name}` })
      expect(answer).toMatchObject({ status: 404, code: "unknown_connection" })
    })
    const lines = log.split("\n").filter((line) => line.includes("event refused"))
    expect(lines).toEqual([
      expect.stringMatching(/event refused: unknown_connection connection_id="x info: all is well /),
    ])
    expect(lines[0]?.length).toBeLessThan(200)
    expect(log).not.toContain("\u001b[2K")
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
