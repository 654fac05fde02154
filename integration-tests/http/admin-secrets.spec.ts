import { describeShop } from "../support/medusa"
import { searchForSecrets } from "../support/secrets"

describeShop("secrets that come from the environment", {}, (shop) => {
  it("are in no answer of any route and in no line of the log, whether the request succeeds or fails", async () => {
    // medusa-config sets the endpoint secret here, so the admin cannot rotate it.
    await searchForSecrets(shop, async () => undefined, ["POST /connections/:id/endpoint-secret"])
  })
})
