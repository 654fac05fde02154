import { describeShop } from "../support/medusa"
import { knexOf } from "../support/module-rows"
import { pathOfOptions, refusalOf, shopperOf } from "../support/shopper"

type Option = { asset: string; chain: string | null; available: boolean; available_again_at: string | null }

describeShop("the list of payment options", {}, (shop) => {
  const options = async (region = shop.seed.regions.usd): Promise<Option[]> =>
    (await shop.store.get(pathOfOptions(region))).options
  const named = ({ asset, chain }: Option): string => (chain ? `${asset}:${chain}` : asset)

  it("contains every asset on each of its chains, and a session can use each of them", async () => {
    const offered = await options()
    const tokens = ["USDC:base", "USDC:polygon", "USDT:base", "USDT:polygon"]
    expect(offered.map(named)).toEqual(["BTC", "LTC", "DOGE", "DASH", ...tokens])
    const connection = { connection_id: "default", provider_id: "pp_crypto_default", test_mode: true, discount: null }
    const usdc = { asset: "USDC", chain: "base", available: true, available_again_at: null }
    expect(offered[4]).toEqual({ ...connection, ...usdc })
    const cart = await shop.store.makeCart()
    for (const { asset, chain } of offered) {
      const { data } = await shop.store.openSession(cart, { asset, ...(chain ? { chain } : {}) })
      expect(data.asset).toBe(asset)
    }
  })

  it("shows an asset without a wallet at the service as unavailable, and all others as available", async () => {
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

  it("leaves out a network that an admin switched off, and a session for it is refused", async () => {
    await shop.admin.post("/admin/crypto-payments/connections/default", { assets: ["USDC:base", "USDT"] })
    expect((await options()).map(named)).toEqual(["USDC:base", "USDT:base", "USDT:polygon"])
    const cart = await shop.store.makeCart()
    const refused = await refusalOf(shop.store.openSession(cart, { asset: "USDC", chain: "polygon" }))
    expect(refused).toMatchObject({ status: 400, body: { code: "asset_not_offered" } })
    const { data } = await shop.store.openSession(cart, { asset: "USDC", chain: "base" })
    expect(data.asset).toBe("USDC")
  })

  it("is empty for a currency without a known minor unit, in which no amount can be asked for", async () => {
    const region = () => knexOf(shop.container)("region").where({ id: shop.seed.regions.usd })
    await region().update({ currency_code: "irt" })
    expect(await options().finally(() => region().update({ currency_code: "usd" }))).toEqual([])
  })

  it("answers 404 for an unknown region and 400 for an invalid or missing one, and forbids caching", async () => {
    const unknown = await refusalOf(shop.store.get(pathOfOptions("reg_unknown")))
    const about = { type: "not_found", code: "unknown_region", message: "There is no region with this id." }
    expect({ status: unknown.status, ...unknown.body }).toEqual({ status: 404, ...about })
    for (const wrong of ["", "%00", `${"x".repeat(256)}`]) {
      expect((await refusalOf(shop.store.get(pathOfOptions(wrong)))).status).toBe(400)
    }
    expect((await refusalOf(shop.store.get("/store/crypto-payments/options"))).status).toBe(400)
    const answer = await shopperOf(shop).ask(pathOfOptions(shop.seed.regions.usd))
    expect(answer.headers.get("cache-control")).toBe("no-store")
  })
})
