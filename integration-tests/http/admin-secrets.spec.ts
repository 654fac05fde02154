import { describeShop } from "../support/medusa"
import { searchForSecrets } from "../support/secrets"

describeShop("secrets that come from the environment", {}, (shop) => {
  it("appear in no answer of an admin route and in no log line, whether requests succeed or fail", async () => {
    // medusa-config sets the endpoint secret here, so the admin cannot rotate it.
    await searchForSecrets(shop, async () => undefined, ["POST /connections/:id/endpoint-secret"])
  })
})
