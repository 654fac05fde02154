import { ContainerRegistrationKeys, generateJwtToken, Modules } from "@medusajs/framework/utils"
import type { ConnectionView, Refusal } from "../../src/api/admin/crypto-payments/contract"
import { ADMIN_ERRORS, type AdminErrorCode } from "../../src/core/text/admin-errors"
import { createHttp, type Http } from "./http"
import type { Shop } from "./medusa"
import { refusalOf } from "./shopper"

export const LIST = "/admin/crypto-payments/connections"
export const ONE = `${LIST}/default`
export const CHANGES = [ONE, `${ONE}/endpoint-secret`, `${ONE}/connection-test`, `${ONE}/preview`]

export const read = async (admin: Http): Promise<ConnectionView> => (await admin.get(ONE)).connection
export const save = async (admin: Http, body: object): Promise<ConnectionView> =>
  (await admin.post(ONE, body)).connection

export async function expectRefusal(work: Promise<unknown>, code: AdminErrorCode, word = ""): Promise<void> {
  const { status, body } = await refusalOf(work)
  const [expected, sentence] = ADMIN_ERRORS[code]
  expect({ status, code: body.code }).toEqual({ status: expected, code })
  expect((body as Refusal).message).toContain(sentence)
  expect((body as Refusal).message).toContain(word)
}

/** Enters all keys at once. */
export const enterKeys = (shop: Shop, more: object = {}): Promise<ConnectionView> =>
  save(shop.admin, {
    base_url: shop.sandbox.url,
    api_key: shop.sandbox.apiKey,
    secret_key: shop.sandbox.secretKey,
    endpoint_secret: shop.endpointSecret,
    ...more,
  })

/** The authorization header of the shop's admin user. */
export async function authorization(shop: Shop, roles?: string[]): Promise<{ authorization: string }> {
  const [user] = await shop.container.resolve(Modules.USER).listUsers({})
  const { http } = shop.container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig
  const facts = {
    actor_id: user?.id,
    actor_type: "user",
    auth_identity_id: "authid_1",
    app_metadata: { user_id: user?.id, ...(roles ? { roles } : {}) },
  }
  return { authorization: `Bearer ${generateJwtToken(facts, { secret: http.jwtSecret, expiresIn: "1d" })}` }
}

let roles = 0

/** The admin API, signed in as a user whose role has exactly these policies. For a shop with RBAC. */
export async function signInWith(shop: Shop, ...keys: string[]): Promise<Http> {
  const rbac = shop.container.resolve(Modules.RBAC)
  const role = await rbac.createRbacRoles({ name: `Role ${++roles}` })
  const policies = keys.length === 0 ? [] : await rbac.listRbacPolicies({ key: keys })
  expect(policies.map(({ key }) => key).sort()).toEqual([...keys].sort())
  for (const { id } of policies) await rbac.createRbacRolePolicies({ role_id: role.id, policy_id: id })
  return createHttp(shop.url, await authorization(shop, [role.id]))
}
