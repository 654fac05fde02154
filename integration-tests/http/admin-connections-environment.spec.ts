import { expectRefusal, ONE, read, save } from "../support/admin-connections"
import { minutesFromNow } from "../support/clock"
import { describeShop } from "../support/medusa"
import { searchForSecrets } from "../support/secrets"

describeShop("a connection whose keys come from the environment", {}, (shop) => {
  it("shows its keys as read-only in the admin, names their variables, and reveals no secret", async () => {
    const view = await read(shop.admin)
    expect(view).toMatchObject({ ready: true, test_mode: true, missing: [], problems: [] })
    expect(view.base_url).toEqual({
      value: shop.sandbox.url,
      source: "config",
      option: "baseUrl",
      variable: "CRYPTO_PAYMENTS_BASE_URL",
    })
    expect(view.secret_key).toEqual({
      set: true,
      source: "config",
      option: "secretKey",
      variable: "CRYPTO_PAYMENTS_SECRET_KEY",
      last_four: `…${shop.sandbox.secretKey.slice(-4)}`,
      readable: true,
      set_at: null,
      set_by: null,
    })
    expect(JSON.stringify(view)).not.toContain(shop.sandbox.secretKey)
    expect(JSON.stringify(view)).not.toContain(shop.endpointSecret)
    const wishes = { base_url: "https://x.example", api_key: "a", secret_key: "b", endpoint_secret: "12345678" }
    for (const [field, value] of Object.entries(wishes)) {
      const variable = `CRYPTO_PAYMENTS_${field.toUpperCase()}`
      await expectRefusal(save(shop.admin, { [field]: value }), "set_in_config", variable)
      await expectRefusal(save(shop.admin, { [field]: null }), "set_in_config", variable)
    }
    const rotation = { endpoint_secret: "whsec_12345678", previous_valid_until: minutesFromNow(5).toISOString() }
    await expectRefusal(shop.admin.post(`${ONE}/endpoint-secret`, rotation), "set_in_config", "ENDPOINT_SECRET")
    expect((await save(shop.admin, { assets: ["BTC", "LTC"] })).assets).toMatchObject({ source: "admin" })
    expect((await shop.admin.post(`${ONE}/connection-test`)).result.code).toBe("ok")
  })

  it("gives no secret away in an answer of an admin route or in a log line, whether requests succeed or fail", async () => {
    // medusa-config sets the endpoint secret here, so the admin cannot rotate it.
    await searchForSecrets(shop, async () => undefined, ["POST /connections/:id/endpoint-secret"])
  })
})
