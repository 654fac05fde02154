import { save } from "../support/admin-connections"
import { describeShop } from "../support/medusa"
import { knexOf } from "../support/module-rows"

const CONFIGURED = { keysInAdmin: true, env: { CRYPTO_PAYMENTS_BASE_URL: "https://pay.example.com" } }

describeShop("a connection with only its address from the environment", CONFIGURED, (shop) => {
  it("deletes an address that an admin entered earlier when a secret key is entered", async () => {
    const rows = knexOf(shop.container)("crypto_connection")
    await rows.clone().insert({ id: "default", base_url: "https://typed-earlier.example.com" })
    expect((await save(shop.admin, { api_key: "pk_test_1" })).base_url).toMatchObject({ source: "config" })
    expect(await rows.clone().first()).toMatchObject({ base_url: "https://typed-earlier.example.com" })
    await save(shop.admin, { secret_key: "sk_test_12345678" })
    expect(await rows.clone().first()).toMatchObject({ base_url: null })
  })
})
