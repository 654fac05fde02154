import { describeShop } from "../support/medusa"
import { checked, searchForSecrets, send } from "../support/secrets"

describeShop("secrets that were entered in the admin", { keysInAdmin: true }, (shop) => {
  it("are in no answer of any route and in no line of the log, whether the request succeeds or fails", async () => {
    await searchForSecrets(shop, async () => {
      const { url: base_url, apiKey: api_key, secretKey: secret_key } = shop.sandbox
      const body = { base_url, api_key, secret_key, endpoint_secret: shop.endpointSecret }
      const { status, text } = await send(shop, "POST", "/connections/:id", { id: "default", body })
      checked([secret_key, shop.endpointSecret], "entering them", text)
      expect(status).toBe(200)
    })
  })
})
