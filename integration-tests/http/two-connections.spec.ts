import { ADMIN_REFUSALS } from "../../src/core/text/admin-refusals"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { LIST, ONE, refusalOf } from "../support/admin-connections"
import { deliver } from "../support/events"
import { expectErrors, NO_QUOTE } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { pathOfOptions, statusPath } from "../support/shopper"
import { until } from "../support/until"

type Config = { modules: Record<string, { options?: { providers?: { id: string; options: object }[] } }> }

// A store whose medusa-config registers the provider a second time, with everything left to the admin.
jest.mock("../../medusa-config", () => {
  const actual = jest.requireActual("../../medusa-config")
  const { providers } = (actual.default as Config).modules.payment?.options ?? {}
  const [first] = providers ?? []
  if (first) providers?.push({ ...first, id: "second", options: { orderPlacement: "checkout" } })
  return actual
})

const SECOND = `${LIST}/second`
const SECRET = "whsec_of_the_second"

describeShop("a store with two connections", {}, (shop) => {
  let other: Sandbox

  beforeAll(async () => {
    other = await startSandbox({ deliveryRetryMs: [100] })
    other.registerEndpoint({ url: shop.webhookUrl.replace("/default", "/second"), secret: SECRET })
  })
  afterAll(() => other.close())
  afterEach(() => other.drain())

  const enter = () => {
    const { url: base_url, apiKey: api_key, secretKey: secret_key } = other
    return shop.admin.post(SECOND, { base_url, api_key, secret_key, endpoint_secret: SECRET })
  }

  it("shows each with its own settings, and keeps the acts on one out of the other's", async () => {
    const { connections, count } = await shop.admin.get(LIST)
    expect(count).toBe(2)
    expect(connections).toMatchObject([
      { id: "default", provider_id: "pp_crypto_default", ready: true, secret_key: { source: "config" } },
      { id: "second", provider_id: "pp_crypto_second", ready: false, secret_key: { set: false } },
    ])
    const { connection } = await enter()
    expect(connection).toMatchObject({
      id: "second",
      ready: true,
      webhook: { url: expect.stringMatching(/\/second$/) },
    })
    expect((await shop.admin.post(`${SECOND}/test`)).result.code).toBe("ok")
    expect((await shop.admin.get(ONE)).connection).toMatchObject({ base_url: { value: shop.sandbox.url }, actions: [] })
    const refused = await refusalOf(shop.admin.post(ONE, { secret_key: other.secretKey }))
    expect(refused.body.message).toContain(ADMIN_REFUSALS.set_in_config[1])
  })

  it("sells by the second, and takes no event that is signed for the other", async () => {
    await enter()
    const { seed } = shop
    await shop.admin.post(`/admin/regions/${seed.regions.usd}`, {
      payment_providers: ["pp_crypto_default", "pp_crypto_second"],
    })
    const cart = await shop.store.makeCart()
    const { data } = await shop.store.openSession(cart, { provider: "pp_crypto_second" })
    const done = await shop.store.placeOrder(cart)

    const event = { type: "payment.completed", data: { id: data.payment_id } }
    const url = shop.webhookUrl.replace("/default", "/second")
    expect((await deliver(shop, event, { url })).status).toBe(401)
    expect((await deliver(shop, event, { secret: SECRET })).status).toBe(401)
    other.pay(data.payment_id)
    await shop.paidOrder(done.orderId)
    // Medusa's ledger says so a moment before our row does.
    const settled = await until("the payment is settled", async () => {
      const { payments } = await shop.admin.get("/admin/crypto-payments/payments?connection_id=second")
      return payments[0]?.status === "settled" && payments
    })
    expect(settled).toMatchObject([{ payment_id: data.payment_id }])
  })

  it("offers each in its own region, and keeps the trouble of one from the other", async () => {
    expectErrors(NO_QUOTE)
    await enter()
    const { usd, eur } = shop.seed.regions
    await shop.admin.post(`/admin/regions/${eur}`, { payment_providers: ["pp_crypto_second"] })
    const offered = async (region: string) => {
      const { options } = await shop.store.get(pathOfOptions(region))
      return [...new Set(options.map((one: { connection_id: string }) => one.connection_id))]
    }
    expect([await offered(usd), await offered(eur)]).toEqual([["default"], ["second"]])

    const abroad = await shop.store.makeCart({ region: "eur" })
    other.interfere({ status: 429, headers: { "retry-after": "40" }, body: { error: "rate_limited" } })
    const refused = await refusalOf(shop.store.openSession(abroad, { provider: "pp_crypto_second" }))
    expect(refused).toMatchObject({ status: 429 })
    const before = other.requests().length
    const { data } = await shop.store.openSession(await shop.store.makeCart())
    expect(await shop.store.get(statusPath(data.token))).toMatchObject({ payment: { status: "waiting" } })
    expect(other.requests()).toHaveLength(before)

    const { health } = await shop.admin.get("/admin/crypto-payments/health")
    const about = health.reasons.map(({ code, connection_id }: Record<string, string>) => `${code} ${connection_id}`)
    expect(about).toContain("throttled second")
    expect(about.join()).not.toContain(" default")
    const listed = await shop.admin.get("/admin/crypto-payments/payments?connection_id=second")
    expect(listed).toMatchObject({ payments: [], count: 0 })
  })
})
