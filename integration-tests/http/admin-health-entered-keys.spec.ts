import type { HealthView } from "../../src/api/admin/crypto-payments/contract"
import { enterKeys } from "../support/admin-connections"
import { describeShop, type Shop } from "../support/medusa"
import { knexOf } from "../support/module-rows"

const read = async (shop: Shop): Promise<HealthView> => (await shop.admin.get("/admin/crypto-payments/health")).health
const codes = ({ reasons }: HealthView): string[] => reasons.map(({ level, code }) => `${level} ${code}`)

describeShop("the health of a store whose keys are entered in the admin", { keysInAdmin: true }, (shop) => {
  it("is failing until the keys are entered, and names the missing settings", async () => {
    const before = await read(shop)
    expect(codes(before)).toEqual(["failing setup_incomplete"])
    expect(before.connections[0]).toMatchObject({
      ready: false,
      missing: ["base_url", "api_key", "secret_key", "endpoint_secret"],
    })
    await enterKeys(shop)
    expect(await read(shop)).toMatchObject({ state: "ok", connections: [{ ready: true, missing: [] }] })
  })

  it("is failing if no encryption key opens the stored secret key", async () => {
    await enterKeys(shop)
    await knexOf(shop.container)("crypto_connection").update({ secret_key_sealed: "v1.unknown.AAAA.AAAA" })
    const health = await read(shop)
    expect(codes(health)).toEqual(["failing secrets_unreadable"])
    expect(health.connections[0]?.missing).toEqual(["secret_key"])
  })
})
