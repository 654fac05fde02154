import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { runDoctor } from "../support/doctor"
import { createHome } from "../support/home"
import { type OwnStore, startOwnStore } from "../support/own-store"

/** Each call starts the store several times. */
jest.setTimeout(10 * 60_000)

describe("npx medusa-payment-crypto init", () => {
  let store: OwnStore
  const home = createHome(resolve(__dirname, "../.."), "")
  const file = join(home.folder, ".env")

  beforeAll(async () => {
    store = await startOwnStore("init")
    await store.knex("region_payment_provider").where({ payment_provider_id: "pp_crypto_default" }).delete()
  })

  afterAll(async () => {
    home.remove()
    await store?.close()
  })

  const init = (env: Record<string, string> = {}, ...args: string[]) => {
    const unset = Object.keys(store.env).filter((name) => name.startsWith("CRYPTO_PAYMENTS_"))
    const absent = Object.fromEntries(unset.map((name) => [name, undefined as never]))
    const given = { ...store.env, NODE_ENV: "development", ...absent, ...env }
    return runDoctor({ env: given }, ["init", "--regions", "united states", ...args], home.folder)
  }
  const offering = () =>
    store.knex("region_payment_provider").where({ payment_provider_id: "pp_crypto_default", deleted_at: null })

  it("changes nothing before somebody agrees", async () => {
    const { code, said } = await init()
    expect(said).toMatch(/\.env: add CRYPTO_PAYMENTS_ENCRYPTION_KEY, .*regions: .* United States \(USD\)\n.*Add --yes/s)
    expect([code, existsSync(file), await offering()]).toEqual([1, false, []])
  })

  it("undoes everything if a step fails", async () => {
    const env = { STORE_CORS: "http://localhost:1", CRYPTO_PAYMENTS_STOREFRONT_URL: "https://shop.example.com" }
    const { code, said } = await init(env, "--yes")
    expect(said).toMatch(/FIX {2}STORE_CORS.*It failed, and was undone: Correct what is reported/s)
    expect([code, existsSync(file), await offering()]).toEqual([1, false, []])
  })

  it("sets the store up, buys a product, and has little left to do when called again", async () => {
    const { code, said } = await init({}, "--yes")
    expect(said).toContain("Order #1 is paid and captured.")
    expect([code, (await offering()).length]).toEqual([0, 1])
    expect(readFileSync(file, "utf8").match(/^CRYPTO_PAYMENTS_\w+=/gm)).toHaveLength(5)
    expect((await init()).said).toMatch(/:\n\n {2}- database: .*\n {2}- start the store once\n {2}- start the sandbox/)
  })
})
