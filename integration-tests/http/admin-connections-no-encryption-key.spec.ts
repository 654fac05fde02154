import { expectRefusal, read, save } from "../support/admin-connections"
import { describeShop } from "../support/medusa"

describeShop("a store without an encryption key", { keysInAdmin: true, noEncryptionKey: true }, (shop) => {
  it("refuses a secret and says how to create an encryption key, but stores other settings", async () => {
    expect((await read(shop.admin)).encryption_ready).toBe(false)
    for (const field of ["secret_key", "endpoint_secret"]) {
      await expectRefusal(save(shop.admin, { [field]: "sk_test_12345678" }), "encryption_key_missing", "openssl rand")
    }
    expect((await save(shop.admin, { api_key: "pk_test_1" })).api_key.value).toBe("pk_test_1")
  })
})
