import { FeatureFlag, Modules } from "@medusajs/framework/utils"
import { authorization } from "../support/admin-connections"
import { cryptoPayments } from "../support/crypto-payments"
import { createHttp, type Http, type HttpProblem } from "../support/http"
import { describeShop } from "../support/medusa"
import { newPayment } from "../support/module-database"
import { knexOf } from "../support/module-rows"
import { payoutOf } from "../support/payout"

// Set here, because Medusa's test runner reads the flags only after medusa-config, which loads the RBAC module.
FeatureFlag.setFlag("rbac", true)

const ACTS = ["payments/cpay_none/check", "payments/cpay_none/settle", "payments/cpay_none/settle-onto-order"]
const CLOSINGS = ["payments/cpay_none/close", "events/cevt_none/close"]

describeShop("admin actions in a store with RBAC", { env: { MEDUSA_FF_RBAC: "true" } }, (shop) => {
  const signInWith = async (...keys: string[]): Promise<Http> => {
    const rbac = shop.container.resolve(Modules.RBAC)
    const role = await rbac.createRbacRoles({ name: `Role ${keys.join(" ")}` })
    for (const { id } of await rbac.listRbacPolicies({ key: keys })) {
      await rbac.createRbacRolePolicies({ role_id: role.id, policy_id: id })
    }
    return createHttp(shop.url, await authorization(shop, [role.id]))
  }
  const statusOf = async (http: Http, path: string, body = {}): Promise<number> =>
    http.post(`/admin/crypto-payments/${path}`, body).then(
      () => 200,
      (problem: HttpProblem) => problem.status,
    )
  const payout = payoutOf("1")

  it("need separate policies: to act on a payment or event, to record a payout, and to correct a payout", async () => {
    const reader = await signInWith("crypto_payment:read")
    const actor = await signInWith("crypto_payment:read", "crypto_payment:update")
    const refunder = await signInWith("crypto_payment:read", "crypto_refund:create")
    for (const path of [...ACTS, "events/cevt_none/retry"]) {
      expect(await statusOf(reader, path)).toBe(403)
      expect(await statusOf(refunder, path)).toBe(403)
      expect(await statusOf(actor, path)).toBe(404)
    }
    for (const path of CLOSINGS) {
      expect(await statusOf(reader, path, { note: "Done" })).toBe(403)
      expect(await statusOf(actor, path, { note: "Done" })).toBe(404)
    }
    expect(await statusOf(reader, "payments/cpay_none/refunds", payout)).toBe(403)
    expect(await statusOf(actor, "payments/cpay_none/refunds", payout)).toBe(403)
    expect(await statusOf(refunder, "payments/cpay_none/refunds", payout)).toBe(404)
    const corrector = await signInWith("crypto_payment:read", "crypto_refund:update")
    for (const other of [reader, actor, refunder]) expect(await statusOf(other, "refunds/cref_none")).toBe(403)
    expect(await statusOf(corrector, "refunds/cref_none")).toBe(404)
    expect(await statusOf(corrector, "payments/cpay_none/refunds", payout)).toBe(403)
  })

  it("are not limited to one connection: a role that may read or act may do so for both accounts", async () => {
    const store = cryptoPayments(shop.container)
    const now = new Date()
    const trouble = { status: "attention", attention_reason: "no_order", attention_at: now, completed_at: now }
    const makeTrouble = async (connection_id: string): Promise<string> => {
      const { id } = await store.payments.insert(newPayment(now, { connection_id }), now)
      await knexOf(shop.container)("crypto_payment").where({ id }).update(trouble)
      const about = { digest: connection_id, kind: null, body: "{}", ignored: false }
      await store.events.store({ connectionId: connection_id, ...about }, now)
      return id
    }
    const [one, two] = [await makeTrouble("default"), await makeTrouble("second")]
    const reader = await signInWith("crypto_payment:read")
    const read = (path: string) => reader.get(`/admin/crypto-payments/${path}`)
    expect((await read("payments")).payments.map(({ id }: { id: string }) => id).sort()).toEqual([one, two].sort())
    for (const id of [one, two]) expect((await read(`payments/${id}`)).payment.id).toBe(id)
    expect(await read("events")).toMatchObject({ count: 2 })
    expect((await read("attention?limit=0")).count).toBeGreaterThanOrEqual(2)
    expect((await read("export")).split("\r\n")).toHaveLength(4)
    expect((await read("totals")).totals).toMatchObject([{ payments: 2 }])
    expect((await read("totals?connection_id=second")).totals).toMatchObject([{ payments: 1 }])
    expect(JSON.stringify((await read("health")).health)).toContain("second")

    const actor = await signInWith("crypto_payment:read", "crypto_payment:update")
    for (const id of [one, two]) {
      expect(await statusOf(reader, `payments/${id}/close`, { note: "Done" })).toBe(403)
      expect(await statusOf(actor, `payments/${id}/close`, { note: "Done" })).toBe(200)
    }
  })
})
