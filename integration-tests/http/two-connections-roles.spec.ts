import { FeatureFlag, Modules } from "@medusajs/framework/utils"
import { authorization, LIST, refusalOf } from "../support/admin-connections"
import { cryptoPayments } from "../support/crypto-payments"
import { createHttp, type Http } from "../support/http"
import { describeShop } from "../support/medusa"
import { newPayment } from "../support/module-database"
import { knexOf } from "../support/module-rows"
import { checked } from "../support/secrets"

// Set here, because Medusa's test runner reads the flags only after medusa-config, which loads the RBAC module.
FeatureFlag.setFlag("rbac", true)
jest.mock("../../medusa-config", () => jest.requireActual("../support/second-connection").configWithLive())

const [READ, ACT] = ["crypto_payment:read", "crypto_payment:update"] as const
const [READ_SETTINGS, CHANGE_SETTINGS] = ["crypto_connection:read", "crypto_connection:update"] as const
const BOTH = ["default", "live"] as const
const LIVE_SECRETS = { secret_key: "sk_live_0123456789abcdef", endpoint_secret: "whsec_of_the_live_one" }

describeShop("roles in a store with two connections", { env: { MEDUSA_FF_RBAC: "true" } }, (shop) => {
  const signInWith = async (...keys: string[]): Promise<Http> => {
    const rbac = shop.container.resolve(Modules.RBAC)
    const role = await rbac.createRbacRoles({ name: `Role ${keys.join(" ")}` })
    const policies = await rbac.listRbacPolicies({ key: keys })
    expect(policies).toHaveLength(keys.length)
    for (const { id } of policies) await rbac.createRbacRolePolicies({ role_id: role.id, policy_id: id })
    return createHttp(shop.url, await authorization(shop, [role.id]))
  }
  /** A payment with an attention item, and an event. */
  const makeTrouble = async (connection_id: string): Promise<string> => {
    const store = cryptoPayments(shop.container)
    const now = new Date()
    const { id } = await store.payments.insert(newPayment(now, { connection_id }), now)
    const trouble = { status: "attention", attention_reason: "no_order", attention_at: now, completed_at: now }
    await knexOf(shop.container)("crypto_payment").where({ id }).update(trouble)
    const about = { digest: connection_id, kind: null, body: "{}", ignored: false }
    await store.events.store({ connectionId: connection_id, ...about }, now)
    return id
  }

  it("may read and act for both or for none: policies know no connection, and the filter is no limit", async () => {
    const ids = [await makeTrouble("default"), await makeTrouble("live")]
    const reader = await signInWith(READ)
    const seen = async (query: string) => {
      const of = (list: string) => reader.get(`/admin/crypto-payments/${list}?${query}`)
      const [{ payments }, { totals }, csv] = [await of("payments"), await of("totals"), await of("export")]
      return {
        payments: payments.map(({ id }: { id: string }) => id).sort(),
        exported: ids.filter((id) => csv.includes(id)).sort(),
        events: (await of("events")).count,
        attention: (await of("attention")).count,
        totals: totals[0].payments,
      }
    }
    const all = [...ids].sort()
    expect(await seen("")).toMatchObject({ payments: all, exported: all, events: 2, totals: 2 })
    for (const [n, one] of BOTH.entries()) {
      const own = { payments: [ids[n]], exported: [ids[n]], events: 1, attention: 1, totals: 1 }
      expect(await seen(`connection_id=${one}`)).toEqual(own)
    }
    const { health } = await reader.get("/admin/crypto-payments/health")
    expect(health.connections.map(({ id }: { id: string }) => id).sort()).toEqual([...BOTH])

    const actor = await signInWith(READ, ACT)
    for (const id of ids) {
      const close = (http: Http) => http.post(`/admin/crypto-payments/payments/${id}/close`, { note: "Done" })
      expect((await refusalOf(close(reader))).status).toBe(403)
      expect((await close(actor)).payment.status).toBe("closed")
    }
  })

  it("change both connections or none, and no role is shown a secret of either", async () => {
    const [reader, writer] = [await signInWith(READ_SETTINGS), await signInWith(READ_SETTINGS, CHANGE_SETTINGS)]
    const connections = async () => (await reader.get(LIST)).connections
    const before = await connections()
    for (const role of [reader, await signInWith(READ, ACT)]) {
      for (const one of BOTH) {
        for (const path of [`${LIST}/${one}`, `${LIST}/${one}/endpoint-secret`, `${LIST}/${one}/test`]) {
          expect((await refusalOf(role.post(path, { assets: ["LTC"] }))).status).toBe(403)
        }
      }
    }
    expect(await connections()).toEqual(before)

    const saved = await writer.post(`${LIST}/live`, { ...LIVE_SECRETS, api_key: "pk_live_0123456789abcdef" })
    const [first, live] = await connections()
    expect(first).toEqual(before[0])
    expect(live).toMatchObject({ id: "live", secret_key: { source: "admin" } })
    await writer.post(`${LIST}/default`, { assets: ["BTC"] })
    expect((await connections()).map(({ assets }: { assets: { value: string[] } }) => assets.value)).toEqual([
      ["BTC"],
      live.assets.value,
    ])
    const secrets = [shop.sandbox.secretKey, shop.endpointSecret, ...Object.values(LIVE_SECRETS)]
    const answers = [saved, await connections(), await writer.get(`${LIST}/default`), await writer.get(`${LIST}/live`)]
    for (const answer of answers) checked(secrets, "an answer", JSON.stringify(answer))
  })
})
