import { FeatureFlag } from "@medusajs/framework/utils"
import { LIST, refusalOf, signInWith } from "../support/admin-connections"
import { cryptoPayments } from "../support/crypto-payments"
import type { Http } from "../support/http"
import { describeShop } from "../support/medusa"
import { newPayment } from "../support/module-database"
import { knexOf } from "../support/module-rows"
import { checked } from "../support/secrets"

// Set here, because Medusa's test runner reads the flags only after medusa-config, which loads the RBAC module.
FeatureFlag.setFlag("rbac", true)
jest.mock("../../medusa-config", () => jest.requireActual("../support/second-connection").configWithLive())

const [READ, ACT] = ["crypto_payment:read", "crypto_payment:update"] as const
const [READ_SETTINGS, CHANGE_SETTINGS] = ["crypto_connection:read", "crypto_connection:update"] as const
const BOTH = ["default", "live"] as const
const LIVE_SECRETS = { secret_key: "sk_live_0123456789abcdef", endpoint_secret: "whsec_of_the_live_one" }

describeShop("roles in a store with two connections", { env: { MEDUSA_FF_RBAC: "true" } }, (shop) => {
  let payouts = 0
  /** A recorded payout of a part of the payment. */
  const payoutOf = async (payment_id: string): Promise<string> => {
    const now = new Date()
    const sent = { asset: "BTC", chain: "bitcoin", sent_base: "1000", address: "tb1q" }
    const about = { payment_id, amount_minor: "100", currency: "USD", note: null, created_by: "user_1" }
    const transaction_id = String(++payouts).padStart(64, "0")
    const { id } = await cryptoPayments(shop.container).payouts.insert({ ...sent, ...about, transaction_id }, null, now)
    await knexOf(shop.container)("crypto_refund").where({ id }).update({ booked_at: now })
    return id
  }
  /** A payment with an attention item and a payout, and an event. */
  const makeTrouble = async (connection_id: string): Promise<string> => {
    const store = cryptoPayments(shop.container)
    const now = new Date()
    const { id } = await store.payments.insert(newPayment(now, { connection_id }), now)
    const trouble = { status: "attention", attention_reason: "no_order", attention_at: now, completed_at: now }
    await knexOf(shop.container)("crypto_payment").where({ id }).update(trouble)
    const about = { digest: connection_id, kind: null, body: "{}", ignored: false }
    await store.events.store({ connectionId: connection_id, ...about }, now)
    await payoutOf(id)
    return id
  }

  /** What the lists show of these payments. */
  const seenBy = async (reader: Http, ids: string[], query = "") => {
    const of = (list: string) => reader.get(`/admin/crypto-payments/${list}?${query}`)
    const [{ payments }, { totals }, csv] = [await of("payments"), await of("totals"), await of("export")]
    return {
      payments: payments.map(({ id }: { id: string }) => id).sort(),
      exported: ids.filter((id) => csv.includes(id)).sort(),
      events: (await of("events")).count,
      attention: (await of("attention")).count,
      payouts: (await of("refunds")).refunds.map(({ payment_id }: { payment_id: string }) => payment_id).sort(),
      totals: totals[0]?.payments ?? 0,
    }
  }

  it("reach both connections with a policy of the whole store", async () => {
    const ids = [await makeTrouble("default"), await makeTrouble("live")]
    const reader = await signInWith(shop, READ)
    const all = [...ids].sort()
    expect(await seenBy(reader, ids)).toMatchObject({
      payments: all,
      exported: all,
      payouts: all,
      events: 2,
      totals: 2,
    })
    for (const [n, one] of BOTH.entries()) {
      const own = { payments: [ids[n]], exported: [ids[n]], payouts: [ids[n]], events: 1, attention: 1, totals: 1 }
      expect(await seenBy(reader, ids, `connection_id=${one}`)).toEqual(own)
    }
    const { health } = await reader.get("/admin/crypto-payments/health")
    expect(health.connections.map(({ id }: { id: string }) => id).sort()).toEqual([...BOTH])

    const actor = await signInWith(shop, READ, ACT)
    for (const id of ids) {
      const close = (http: Http) => http.post(`/admin/crypto-payments/payments/${id}/close`, { note: "Done" })
      expect((await refusalOf(close(reader))).status).toBe(403)
      expect((await close(actor)).payment.status).toBe("closed")
    }
  })

  it("reach only the connection of their policies, in every list and by every id", async () => {
    const [own, foreign] = [await makeTrouble("default"), await makeTrouble("live")]
    const reader = await signInWith(shop, "crypto_payment_of_default:read")
    const only = { payments: [own], exported: [own], payouts: [own], events: 1, attention: 1, totals: 1 }
    expect(await seenBy(reader, [own, foreign])).toEqual(only)
    expect(await seenBy(reader, [own, foreign], "connection_id=default,live")).toEqual(only)
    const none = { payments: [], exported: [], payouts: [], events: 0, attention: 0, totals: 0 }
    expect(await seenBy(reader, [own, foreign], "connection_id=live")).toEqual(none)

    const { health } = await reader.get("/admin/crypto-payments/health")
    expect(health.connections.map(({ id }: { id: string }) => id)).toEqual(["default"])
    expect(health.attention.count).toBe(1)
    expect(health).toMatchObject({ state: "ok", reasons: [] })
    expect(JSON.stringify(health)).not.toMatch(/"live"|pp_crypto_live/)
    const everyone = await signInWith(shop, READ)
    const whole = (await everyone.get("/admin/crypto-payments/health")).health
    expect(whole).toMatchObject({ state: "degraded", reasons: [{ code: "setup_incomplete", connection_id: "live" }] })
    const ofLive = await signInWith(shop, "crypto_payment_of_live:read")
    expect((await ofLive.get("/admin/crypto-payments/health")).health.reasons).toEqual(whole.reasons)

    const events = (await everyone.get("/admin/crypto-payments/events")).events as {
      id: string
      connection_id: string
    }[]
    for (const { id, connection_id } of events) {
      const asked = reader.get(`/admin/crypto-payments/events/${id}`)
      if (connection_id === "default") expect((await asked).event.id).toBe(id)
      else expect(await refusalOf(asked)).toMatchObject({ status: 404, body: { code: "unknown_event" } })
    }
    expect((await reader.get(`/admin/crypto-payments/payments/${own}`)).payment.id).toBe(own)
    const asked = reader.get(`/admin/crypto-payments/payments/${foreign}`)
    expect(await refusalOf(asked)).toMatchObject({ status: 404, body: { code: "unknown_payment" } })
    expect((await refusalOf(reader.get(LIST))).status).toBe(403)
  })

  it("act only on the connection of their policies", async () => {
    const [own, foreign] = [await makeTrouble("default"), await makeTrouble("live")]
    const ofForeign = await payoutOf(foreign)
    const OF_DEFAULT = ["payment_of_default:update", "refund_of_default:create", "refund_of_default:update"]
    // What a role may read of both, it may still change of one only.
    for (const read of [READ, "crypto_payment_of_default:read"]) {
      const actor = await signInWith(shop, read, ...OF_DEFAULT.map((key) => `crypto_${key}`))
      const acts = ["check", "settle", "settle-onto-order", "close", "refunds"].map(
        (act) => `payments/${foreign}/${act}`,
      )
      for (const path of [...acts, `refunds/${ofForeign}`]) {
        const refused = await refusalOf(actor.post(`/admin/crypto-payments/${path}`, {}))
        expect([path, refused.status]).toEqual([path, 404])
      }
    }
    const actor = await signInWith(shop, "crypto_payment_of_default:read", "crypto_payment_of_default:update")
    const closed = await actor.post(`/admin/crypto-payments/payments/${own}/close`, { note: "Done" })
    expect(closed.payment.status).toBe("closed")
    expect((await refusalOf(actor.post(`/admin/crypto-payments/payments/${own}/refunds`, {}))).status).toBe(403)
  })

  const asker = (one: string) =>
    signInWith(shop, `crypto_payment_of_${one}:read`, `crypto_payment_link_of_${one}:create`)

  it("ask for payments only through the connection of their policies", async () => {
    const cart = await shop.store.makeCart()
    await shop.store.openSession(cart)
    const { orderId } = await shop.store.placeOrder(cart)
    const path = `/admin/crypto-payments/orders/${orderId}/payment-link`
    const ask = (http: Http, body = {}) => http.post(path, body)
    const [own, foreign] = [await asker("default"), await asker("live")]
    expect((await own.get(path)).payment_link.order_id).toBe(orderId)
    const through = await refusalOf(ask(own, { connection_id: "live" }))
    expect(through).toMatchObject({ status: 409, body: { code: "no_connection_for_order" } })
    expect((await ask(own)).payment_link.link.connection_id).toBe("default")
    // The order's region offers only the first connection.
    for (const call of [() => foreign.get(path), () => ask(foreign)]) {
      expect(await refusalOf(call())).toMatchObject({ status: 404, body: { code: "unknown_order" } })
    }
  })

  it("see a payment link only of the connection of their policies, also in a region that offers both", async () => {
    const link = { region_id: shop.seed.regions.usd, payment_provider_id: "pp_crypto_live" }
    await knexOf(shop.container)("region_payment_provider").insert({ id: "regpp_live", ...link })
    const cart = await shop.store.makeCart()
    await shop.store.openSession(cart)
    const { orderId } = await shop.store.placeOrder(cart)
    const path = `/admin/crypto-payments/orders/${orderId}/payment-link`
    const foreign = { order_id: orderId, connection_id: "live", created_by: "user_1" }
    const [own, other] = [await asker("default"), await asker("live")]
    await cryptoPayments(shop.container).paymentLinks.make(foreign, new Date())
    expect((await own.get(path)).payment_link).toMatchObject({ can_ask: true, link: null })
    expect((await own.post(path, {})).payment_link.link.connection_id).toBe("default")
    const seen = (await other.get(path)).payment_link
    expect(seen).toMatchObject({ can_ask: false, refusal: "no_connection_for_order", link: { connection_id: "live" } })
    // The newest link of the order is of the other connection.
    const older = { created_at: new Date("2026-01-01T00:00:00Z") }
    await knexOf(shop.container)("crypto_payment_link").where({ connection_id: "default" }).update(older)
    expect((await own.get(path)).payment_link.link.connection_id).toBe("default")
    await knexOf(shop.container)("region_payment_provider").where({ id: "regpp_live" }).delete()
    expect((await other.get(path)).payment_link.link.connection_id).toBe("live")
  })

  it("read only of missing tables in the health while these are missing, and 503 elsewhere", async () => {
    const reader = await signInWith(shop, "crypto_payment_of_default:read")
    const knex = knexOf(shop.container)
    await knex.raw("ALTER TABLE crypto_payment RENAME TO put_away")
    const answers = await Promise.allSettled([
      reader.get("/admin/crypto-payments/health"),
      reader.get("/admin/crypto-payments/payments/cpay_1"),
    ])
    await knex.raw("ALTER TABLE put_away RENAME TO crypto_payment")
    const [health, detail] = answers as [PromiseFulfilledResult<unknown>, PromiseRejectedResult]
    expect(health.value).toMatchObject({ health: { state: "failing", reasons: [{ code: "setup_mistake" }] } })
    expect(detail.reason).toMatchObject({ status: 503, body: { code: "migrations_missing" } })
  })

  it("see and change only the settings of the connection of their policies", async () => {
    const [reader, writer] = [
      await signInWith(shop, "crypto_connection_of_live:read"),
      await signInWith(shop, "crypto_connection_of_live:read", "crypto_connection_of_live:update"),
    ]
    for (const role of [reader, writer]) {
      expect((await role.get(LIST)).connections.map(({ id }: { id: string }) => id)).toEqual(["live"])
      expect((await role.get(`${LIST}?id=default,live`)).count).toBe(1)
      expect((await refusalOf(role.get(`${LIST}/default`))).status).toBe(404)
    }
    for (const path of ["", "/endpoint-secret", "/test", "/preview"]) {
      expect((await refusalOf(writer.post(`${LIST}/default${path}`, { assets: ["LTC"] }))).status).toBe(404)
      expect((await refusalOf(reader.post(`${LIST}/live${path}`, {}))).status).toBe(403)
    }
    expect((await writer.post(`${LIST}/live`, { support_link: "https://shop.example.com/help" })).connection.id).toBe(
      "live",
    )
  })

  it("change both connections or none, and no role is shown a secret of either", async () => {
    const [reader, writer] = [
      await signInWith(shop, READ_SETTINGS),
      await signInWith(shop, READ_SETTINGS, CHANGE_SETTINGS),
    ]
    const connections = async () => (await reader.get(LIST)).connections
    const before = await connections()
    for (const role of [reader, await signInWith(shop, READ, ACT)]) {
      for (const one of BOTH) {
        for (const path of [`${LIST}/${one}`, `${LIST}/${one}/endpoint-secret`, `${LIST}/${one}/test`]) {
          expect((await refusalOf(role.post(path, { assets: ["LTC"] }))).status).toBe(403)
        }
      }
    }
    expect(await connections()).toEqual(before)

    const saved = await writer.post(`${LIST}/live`, { ...LIVE_SECRETS, api_key: "pk_live_0123456789abcdef" })
    const [first, live] = await connections()
    expect(first).toEqual(before[0])
    expect(live).toMatchObject({ id: "live", secret_key: { source: "admin" } })
    await writer.post(`${LIST}/default`, { assets: ["BTC"] })
    expect((await connections()).map(({ assets }: { assets: { value: string[] } }) => assets.value)).toEqual([
      ["BTC"],
      live.assets.value,
    ])
    const secrets = [shop.sandbox.secretKey, shop.endpointSecret, ...Object.values(LIVE_SECRETS)]
    const answers = [saved, await connections(), await writer.get(`${LIST}/default`), await writer.get(`${LIST}/live`)]
    for (const answer of answers) checked(secrets, "an answer", JSON.stringify(answer))
  })
})
