import { CRYPTO_PROVIDER } from "../support/constants"
import { describeShop } from "../support/medusa"
import { pathOfOptions, refusalOf, shopperOf } from "../support/shopper"

describeShop("the store API before the keys are entered", { keysInAdmin: true }, (shop) => {
  it("lists the provider, but offers no payment options and knows no payment", async () => {
    const region = shop.seed.regions.usd
    const { payment_providers } = await shop.store.get(`/store/payment-providers?region_id=${region}`)
    expect(payment_providers.map(({ id }: { id: string }) => id)).toContain(CRYPTO_PROVIDER)
    expect(await shop.store.get(pathOfOptions(region))).toEqual({ options: [] })
    expect((await refusalOf(shopperOf(shop).view("A".repeat(22)))).body.code).toBe("unknown_payment")
  })
})
