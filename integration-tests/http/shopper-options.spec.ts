import { MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, minutesFromNow } from "../support/crypto-payments"
import { describeShop } from "../support/medusa"
import { pathOfOptions, refusalOf, shopperOf } from "../support/shopper"

type Option = { asset: string; chain: string | null; available: boolean; available_again_at: string | null }

describeShop("what a shopper can pay with", {}, (shop) => {
  const options = async (region = shop.seed.regions.usd): Promise<Option[]> =>
    (await shop.store.get(pathOfOptions(region))).options
  const named = ({ asset, chain }: Option): string => (chain ? `${asset}:${chain}` : asset)

  it("is every asset on each of its chains, and each can be asked for as it is named", async () => {
    const offered = await options()
    expect(offered.map(named)).toEqual([
      "BTC",
      "LTC",
      "DOGE",
      "DASH",
      "USDC:base",
      "USDC:polygon",
      "USDT:base",
      "USDT:polygon",
    ])
    expect(offered[4]).toEqual({
      connection_id: "default",
      provider_id: "pp_crypto_default",
      asset: "USDC",
      chain: "base",
      available: true,
      available_again_at: null,
      test_mode: true,
    })
    const cart = await shop.store.makeCart()
    for (const { asset, chain } of offered) {
      const { data } = await shop.store.openSession(cart, { asset, ...(chain ? { chain } : {}) })
      expect(data.asset).toBe(asset)
    }
  })

  it("shows what the service has no wallet for as out, and its siblings as they are", async () => {
    shop.sandbox.setWallet("USDC", "base", false)
    const cart = await shop.store.makeCart()
    expect((await refusalOf(shop.store.openSession(cart, { asset: "USDC", chain: "base" }))).status).toBe(409)
    shop.sandbox.setWallet("USDC", "base", true)
    const offered = await options()
    const out = offered.filter(({ available }) => !available)
    expect(out.map(named)).toEqual(["USDC:base"])
    expect(Date.parse(out[0]?.available_again_at as string)).toBeGreaterThan(Date.now())
    expect(offered).toHaveLength(8)
  })

  it("is all out while the service asks to wait", async () => {
    const until = minutesFromNow(1)
    await cryptoPayments(shop.container).connections.throttle("default", until, new Date())
    expect(new Set((await options()).map((one) => one.available_again_at))).toEqual(new Set([until.toISOString()]))
  })

  it("is what the admin let the store take", async () => {
    await shop.admin.post("/admin/crypto-payments/connections/default", { assets: ["LTC", "USDT"] })
    expect((await options()).map(named)).toEqual(["LTC", "USDT:base", "USDT:polygon"])
    await shop.admin.post("/admin/crypto-payments/connections/default", { assets: null })
  })

  it("leaves out a network that the store switched off, and refuses a request for it", async () => {
    await shop.admin.post("/admin/crypto-payments/connections/default", { assets: ["USDC:base", "USDT"] })
    expect((await options()).map(named)).toEqual(["USDC:base", "USDT:base", "USDT:polygon"])
    const cart = await shop.store.makeCart()
    const refused = await refusalOf(shop.store.openSession(cart, { asset: "USDC", chain: "polygon" }))
    expect(refused).toMatchObject({ status: 400, body: { code: "asset_not_offered" } })
    const { data } = await shop.store.openSession(cart, { asset: "USDC", chain: "base" })
    expect(data.asset).toBe("USDC")
    await shop.admin.post("/admin/crypto-payments/connections/default", { assets: null })
  })

  it("is nothing in a region that does not take crypto", async () => {
    const { eur } = shop.seed.regions
    await shop.admin.post(`/admin/regions/${eur}`, { payment_providers: [MANUAL_PROVIDER] })
    expect(await options(eur)).toEqual([])
    expect(await options()).toHaveLength(8)
  })

  it("is asked for by a region that there is", async () => {
    const unknown = await refusalOf(shop.store.get(pathOfOptions("reg_unknown")))
    expect({ status: unknown.status, ...unknown.body }).toEqual({
      status: 404,
      type: "not_found",
      code: "unknown_region",
      message: "There is no region with this id.",
    })
    for (const wrong of ["", "%00", `${"x".repeat(256)}`]) {
      expect((await refusalOf(shop.store.get(pathOfOptions(wrong)))).status).toBe(400)
    }
    expect((await refusalOf(shop.store.get("/store/crypto-payments/options"))).status).toBe(400)
    const answer = await shopperOf(shop).ask(pathOfOptions(shop.seed.regions.usd))
    expect(answer.headers.get("cache-control")).toBe("no-store")
  })
})
