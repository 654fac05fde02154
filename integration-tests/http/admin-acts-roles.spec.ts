import { FeatureFlag, Modules } from "@medusajs/framework/utils"
import { authorization } from "../support/admin-connections"
import { createHttp, type Http, type HttpProblem } from "../support/http"
import { describeShop } from "../support/medusa"
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
})
