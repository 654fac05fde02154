import { FeatureFlag, generateJwtToken } from "@medusajs/framework/utils"
import { expectRefusal, read, save, signInWith } from "../support/admin-connections"
import { ADMIN_BASE, type AdminRoute, adminRoutes } from "../support/admin-routes"
import { describeShop } from "../support/medusa"

// Set here, because Medusa's test runner reads the flags only after medusa-config, which loads the RBAC module.
FeatureFlag.setFlag("rbac", true)

const [READ_PAYMENTS, UPDATE_PAYMENTS] = ["crypto_payment:read", "crypto_payment:update"] as const
const [READ_CONNECTIONS, UPDATE_CONNECTIONS] = ["crypto_connection:read", "crypto_connection:update"] as const
const [CREATE_PAYOUTS, UPDATE_PAYOUTS] = ["crypto_payout:create", "crypto_payout:update"] as const
const CREATE_LINKS = "crypto_payment_link:create"
const PAYMENT_POLICIES = [READ_PAYMENTS, UPDATE_PAYMENTS, CREATE_PAYOUTS, UPDATE_PAYOUTS, CREATE_LINKS]
const ALL = [...PAYMENT_POLICIES, READ_CONNECTIONS, UPDATE_CONNECTIONS]

/** The policies that a route requires. One that changes something also requires read, because it answers the new state. */
function needed({ method, path }: AdminRoute): string[] {
  if (path.startsWith("/connections")) {
    return method === "GET" ? [READ_CONNECTIONS] : [READ_CONNECTIONS, UPDATE_CONNECTIONS]
  }
  if (method === "GET") return [READ_PAYMENTS]
  if (path.startsWith("/payouts")) return [READ_PAYMENTS, UPDATE_PAYOUTS]
  if (path.endsWith("/payment-link")) return [READ_PAYMENTS, CREATE_LINKS]
  return [READ_PAYMENTS, /\/(payouts|ask-address)$/.test(path) ? CREATE_PAYOUTS : UPDATE_PAYMENTS]
}

const FORBIDDEN = 403
const UNAUTHORIZED = 401

/** Without an encryption key too, for the last test. */
const options = { keysInAdmin: true, noEncryptionKey: true, env: { MEDUSA_FF_RBAC: "true" } }

describeShop("every admin route in a store with RBAC", options, (shop) => {
  const headersWith = async (...keys: string[]) => (await signInWith(shop, ...keys)).headers
  const routes = adminRoutes()
  const call = async (
    { method, path }: AdminRoute,
    headers: Readonly<Record<string, string>>,
    write: (path: string) => string = (one) => one,
  ): Promise<Response> => {
    const url = shop.url + write(ADMIN_BASE + path.replace(":id", "none"))
    const sent = method === "POST" ? { body: "{}" } : {}
    const response = await fetch(url, { method, headers: { ...headers, "content-type": "application/json" }, ...sent })
    await response.text()
    return response
  }
  const name = ({ method, path }: AdminRoute): string => `${method} ${path}`
  const answers = async (headers: Readonly<Record<string, string>>, write?: (path: string) => string) =>
    Object.fromEntries(
      await Promise.all(routes.map(async (one) => [name(one), (await call(one, headers, write)).status] as const)),
    )
  const all = (status: number) => Object.fromEntries(routes.map((route) => [name(route), status]))

  it("answers 401 without a token, with a shopper's token, and with a forged admin token", async () => {
    const facts = { actor_id: "cus_1", actor_type: "customer", auth_identity_id: "authid_1", app_metadata: {} }
    const { http } = shop.container.resolve("configModule").projectConfig
    const customer = generateJwtToken(facts, { secret: http.jwtSecret, expiresIn: "1d" })
    const forged = generateJwtToken({ ...facts, actor_type: "user" }, { secret: "guessed", expiresIn: "1d" })
    for (const token of [undefined, customer, forged]) {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      expect(await answers({ ...headers, "x-publishable-api-key": "pk_1" })).toEqual(all(UNAUTHORIZED))
    }
  })

  it("answers 403 to a role without policies, also with a trailing slash, capital letters, a query or HEAD", async () => {
    const nobody = await headersWith()
    const ways = [
      (path: string) => path,
      (path: string) => `${path}/`,
      (path: string) => path.toUpperCase(),
      (path: string) => `${path}?fields=id`,
    ]
    for (const way of ways) expect(await answers(nobody, way)).toEqual(all(FORBIDDEN))
    for (const route of routes.filter(({ method }) => method === "GET")) {
      expect((await call({ ...route, method: "HEAD" }, nobody)).status).toBe(FORBIDDEN)
    }
  })

  it.each(ALL)(
    "answers 403 without %s if it needs that policy, and admits a role with exactly the needed policies",
    async (policy) => {
      const without = await answers(await headersWith(...ALL.filter((one) => one !== policy)))
      const shut = routes.filter((route) => without[name(route)] === FORBIDDEN)
      expect(shut.map(name)).toEqual(routes.filter((route) => needed(route).includes(policy)).map(name))
      for (const route of shut) {
        const { status } = await call(route, await headersWith(...needed(route)))
        expect(`${name(route)} ${status === FORBIDDEN || status === UNAUTHORIZED || status >= 500}`).toBe(
          `${name(route)} false`,
        )
      }
    },
  )

  it("answers no-store, so that no cache keeps what an admin reads", async () => {
    for (const route of routes) {
      const { headers } = await call(route, shop.admin.headers, (path) => path.replace("/none", "/default"))
      expect(`${name(route)}: ${headers.get("cache-control")}`).toBe(`${name(route)}: no-store`)
    }
  })

  it("refuses a secret without an encryption key and says how to create one, but stores other settings", async () => {
    const admin = await signInWith(shop, READ_CONNECTIONS, UPDATE_CONNECTIONS)
    expect((await read(admin)).encryption_ready).toBe(false)
    for (const field of ["secret_key", "endpoint_secret"]) {
      await expectRefusal(save(admin, { [field]: "sk_test_12345678" }), "encryption_key_missing", "openssl rand")
    }
    expect((await save(admin, { api_key: "pk_test_1" })).api_key.value).toBe("pk_test_1")
  })
})
