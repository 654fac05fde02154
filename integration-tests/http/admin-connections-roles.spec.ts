import { FeatureFlag, Modules } from "@medusajs/framework/utils"
import { authorization, CHANGES, expectRefusal, LIST, ONE, read, refusalOf, save } from "../support/admin-connections"
import { createHttp, type Http } from "../support/http"
import { describeShop } from "../support/medusa"

// Set here, because Medusa's test runner reads the flags only after medusa-config, which loads the RBAC module.
FeatureFlag.setFlag("rbac", true)

describeShop(
  "a store with RBAC and without an encryption key",
  { keysInAdmin: true, noEncryptionKey: true, env: { MEDUSA_FF_RBAC: "true" } },
  (shop) => {
    /** The admin API, signed in as a user whose role has these policies. */
    const signInWith = async (...keys: string[]): Promise<Http> => {
      const rbac = shop.container.resolve(Modules.RBAC)
      const role = await rbac.createRbacRoles({ name: `Role ${keys.join(" ")}` })
      const policies = await rbac.listRbacPolicies({ key: keys })
      expect(policies.map(({ key }) => key).sort()).toEqual([...keys].sort())
      for (const policy of policies) await rbac.createRbacRolePolicies({ role_id: role.id, policy_id: policy.id })
      return createHttp(shop.url, await authorization(shop, [role.id]))
    }

    it("shows connections only with the read policy, and changes them only with the update policy", async () => {
      const nobody = await signInWith("crypto_payment:read")
      for (const path of [LIST, ONE]) expect((await refusalOf(nobody.get(path))).status).toBe(403)
      for (const path of CHANGES) expect((await refusalOf(nobody.post(path, {}))).status).toBe(403)
      const reader = await signInWith("crypto_connection:read")
      expect((await read(reader)).id).toBe("default")
      expect((await reader.get(LIST)).count).toBe(1)
      for (const path of CHANGES) expect((await refusalOf(reader.post(path, {}))).status).toBe(403)
      const writer = await signInWith("crypto_connection:read", "crypto_connection:update")
      expect((await save(writer, { assets: ["BTC"] })).assets.value).toEqual(["BTC"])
    })

    it("refuses a secret and says how to create an encryption key, but stores other settings", async () => {
      const admin = await signInWith("crypto_connection:read", "crypto_connection:update")
      expect((await read(admin)).encryption_ready).toBe(false)
      for (const field of ["secret_key", "endpoint_secret"]) {
        await expectRefusal(save(admin, { [field]: "sk_test_12345678" }), "encryption_key_missing", "openssl rand")
      }
      expect((await save(admin, { api_key: "pk_test_1" })).api_key.value).toBe("pk_test_1")
    })
  },
)
