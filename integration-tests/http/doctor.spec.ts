import { once } from "node:events"
import { existsSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join, resolve } from "node:path"
import { secretTag } from "../../src/core/webhook/event"
import { startSandbox } from "../../src/sandbox"
import { CRYPTO_PROVIDER } from "../support/constants"
import { type Ended, runDoctor } from "../support/doctor"
import { documented } from "../support/documented"
import { createHome, type Home } from "../support/home"
import { insertPayments } from "../support/insert-payments"
import { type OwnStore, startOwnStore } from "../support/own-store"

/** The tests start many Medusa processes, each of which loads for about ten seconds on a free core. */
jest.setTimeout(10 * 60_000)

const ROOT = resolve(__dirname, "../..")
const SHOP = "https://shop.example.com/de"
const NO_EVENT =
  /-- {3}connection default, events: none with the present endpoint secret has arrived yet\. Make a test payment/

let store: OwnStore
const homes: Home[] = []
const homeWith = (edit: string): string => {
  const home = createHome(ROOT, edit)
  homes.push(home)
  return home.folder
}

beforeAll(async () => (store = await startOwnStore("doctor")))

afterAll(async () => {
  for (const { remove } of homes) remove()
  await store?.close()
})

/** `test:install` runs both commands in a store in which nothing is wrong. */
describe("npx medusa-payment-crypto doctor", () => {
  /** @param edit code that changes the command's medusa-config */
  const doctor = (env: Record<string, string> = {}, edit?: string): Promise<Ended> =>
    runDoctor(
      { env: { ...store.env, ...env } },
      documented("npx medusa-payment-crypto doctor"),
      edit === undefined ? undefined : homeWith(edit),
    )

  it("checks STORE_CORS against the storefront's address, says that no event arrived, names the sandbox's own port and a promotion that is a draft, and names options instead of variables for a second provider", async () => {
    const storefront = { STORE_CORS: "https://shop.example.com", CRYPTO_PAYMENTS_STOREFRONT_URL: SHOP }
    const sandbox = { CRYPTO_PAYMENTS_BASE_URL: "http://127.0.0.1:1", CRYPTO_PAYMENTS_ENDPOINT_SECRET: "whsec_sandbox" }
    // An earlier event of the sandbox says nothing about another endpoint secret.
    const event = { id: "cevt_1", connection_id: "default", digest: "0".repeat(64), kind: "x" }
    await store.knex("crypto_webhook_event").insert({ ...event, state: "ignored", body: "{}" })
    await store.knex("promotion").insert({ id: "promo_1", code: "SAVE5", type: "standard", status: "draft" })
    const second = '{ resolve: provider.resolve, id: "live", options: { orderPlacement: "payment" } }'
    const edit = `provider.options.promotionCode = "SAVE5"; config.modules.payment.options.providers.push(${second})`
    const { code, said } = await doctor({ ...storefront, ...sandbox, PORT: "9001" }, edit)
    expect(said).toContain("ok   STORE_CORS\n")
    expect(said).toContain("ok   connection default, regions")
    expect(said).toMatch(/FIX {2}connection live, regions: No region has the payment provider.*\(pp_crypto_live\)/)
    expect(said).toContain("ok   connection default, endpoint secret")
    expect(said).toContain("--webhook http://localhost:9001/hooks/crypto-payments/default --port 1`")
    expect(said).toContain("FIX  connection default, promotion SAVE5: It is not active. Activate it")
    expect(said).toMatch(NO_EVENT)
    expect(said).toMatch(
      /FIX {2}connection live, endpoint secret: .* or give the option endpointSecret to the provider "live" in medusa-config\./,
    )
    expect(said).toMatch(
      /FIX {2}connection live, service: .*; give the options baseUrl, apiKey, secretKey to the provider "live" in/,
    )
    expect(said).not.toContain("payments flow")
    expect(said).not.toContain("CRYPTO_PAYMENTS_")
    expect(code).toBe(1)
  })

  it("fails if the last event was refused and none with the present secret ever came, and says that no region offers what was paid with", async () => {
    await insertPayments(store.knex, {}, { now: new Date(), count: 1 })
    const offered = () => store.knex("region_payment_provider").where({ payment_provider_id: CRYPTO_PROVIDER })
    const links = await offered()
    await offered().delete()
    const refused = { last_refused_at: new Date(), last_refused_code: "signature_mismatch" }
    await store.knex("crypto_connection").where({ id: "default" }).update(refused)
    const { code, said } = await doctor()
    await store.knex("crypto_connection").update({ last_refused_at: null, last_refused_code: null })
    await store.knex("region_payment_provider").insert(links)
    await store.knex("crypto_payment").delete()
    expect(said).toMatch(/FIX {2}connection default, regions: .* no region offers pp_crypto_default any more/)
    expect(said).not.toMatch(/ok .*regions/)
    expect(said).toMatch(
      /FIX {2}connection default, events: None .* the last delivery was refused \(signature_mismatch\)\. Compare/,
    )
    expect(code).toBe(1)
  })

  it("names every mistake with its correction, and prints no secret", async () => {
    const env = { CRYPTO_PAYMENTS_SECRET_KEY: "sk_test_canary12345", CRYPTO_PAYMENTS_STOREFRONT_URL: SHOP }
    const edit = `delete provider.id; provider.options.baseURL = "x"; provider.endpointSecret = "canary"
      provider.options.promotionCode = "save5"; config.modules.crypto_payments.options.apiKey = "x"
      config.modules.payment.options.providers.push({ resolve: provider.resolve, id: "live", options: { endpointSecret: "whsec_live" } })`
    const now = new Date()
    const found = { completed_at: ":now::timestamptz", created_at: ":now::timestamptz", completed_by: "'lookup'" }
    const connection_id = "CASE n WHEN 1 THEN 'default' ELSE 'live' END"
    await insertPayments(store.knex, { ...found, connection_id }, { now, count: 2 })
    const refused = { last_refused_at: now, last_refused_code: "signature_mismatch" }
    const proven = { id: "live", endpoint_secret_proven: secretTag("whsec_live") }
    await store
      .knex("crypto_connection")
      .insert({ ...proven, ...refused })
      .onConflict("id")
      .merge()
    const { code, said } = await doctor(env, edit)
    expect(code).toBe(1)
    expect(said).toMatch(/FIX {2}plugin and payment provider: .* has no id .*id: "default"/)
    expect(said).toMatch(
      /FIX {2}names of the options: .*baseURL of the provider "default".*endpointSecret of the provider "default" belongs inside.*apiKey of the plugin/,
    )
    expect(said).toMatch(/FIX {2}STORE_CORS: .*https:\/\/shop\.example\.com\)/)
    expect(said).toMatch(/FIX {2}connection default, service: .* refuses these keys/)
    expect(said).toContain("FIX  connection default, promotion save5: Medusa has no promotion with this code.")
    expect(said).toContain("ok   tables")
    expect(said).toMatch(/-- {3}connection default, events: the newest payment was found without its event\./)
    expect(said).toMatch(
      /FIX {2}connection live, events: the newest payment .*, and the last delivery was refused \(signature/,
    )
    expect(said).not.toContain("canary")
  })

  it.each([
    [
      "a package in place of the provider",
      "provider.resolve = './src'",
      /resolve of the payment provider: .*providers\/crypto"/,
    ],
    ["a wrong encryption key", "", /encryption key: .*openssl rand/],
  ])(
    "names %s, with which Medusa would not start, and checks the rest, and prints no secret",
    async (_, edit, words) => {
      const env = { CRYPTO_PAYMENTS_ENCRYPTION_KEY: "canary" }
      const { code, said } = await doctor(env, `${edit}; config.modules.crypto_payments.options.apikey = "x"`)
      expect(said).toMatch(words)
      expect(said).toMatch(/FIX {2}names of the options: .*apikey of the plugin/)
      expect(said).not.toContain("canary")
      expect(code).toBe(1)
    },
  )

  it("still checks medusa-config if Medusa's start fails for another reason", async () => {
    const edit = "config.modules.payment.options.providers.push({ ...provider, options: {} })"
    const { code, said } = await doctor({ STORE_CORS: "", CRYPTO_PAYMENTS_STOREFRONT_URL: SHOP }, edit)
    expect(said).toMatch(/already been registered.*FIX {2}start of Medusa: .*above/s)
    expect(said).toMatch(/FIX {2}STORE_CORS: .*https:\/\/shop\.example\.com\)/)
    expect(code).toBe(1)
  })

  const removed = "delete config.modules.crypto_payments; config.modules.payment.options.providers = []"
  const REFUSED = /FIX {2}database: It cannot be used: .*ECONNREFUSED.*databaseUrl/
  const EMPTY = /FIX {2}database: It has no tables of Medusa\. Run `npx medusa db:migrate`/
  it.each([
    [
      "refuses connections",
      "localhost:1/shop",
      REFUSED,
      "",
      /-- {3}plugin and payment .*: medusa-config registers both\./,
    ],
    ["was never migrated", undefined, EMPTY, removed, /FIX {2}plugin: It is not in medusa-config\..*\n2 of 2 checks/],
  ])("says at once if the database %s, and still checks medusa-config", async (_, place, words, edit, registered) => {
    const url = new URL(place ? `postgres://${place}` : (store.env.DATABASE_URL as string))
    if (!place) url.pathname = "/postgres"
    const { code, said } = await doctor({ DATABASE_URL: url.href }, edit)
    expect(said).toMatch(words)
    expect(said).toMatch(registered)
    expect(said).not.toContain("start of Medusa")
    expect(code).toBe(1)
  })

  it("does not call DATABASE_URL unset if only medusa-config does not read it", async () => {
    const { said } = await doctor({ PGPORT: "1" }, "delete config.projectConfig.databaseUrl")
    expect(said).toMatch(/FIX {2}database: .* although DATABASE_URL is set\. Add databaseUrl/)
  })

  it("reports a missing table with the migration command, and a provider of a region that Medusa has not loaded", async () => {
    const { knex, seed } = store
    const link = { id: "regpp_lost", region_id: seed.regions.usd, payment_provider_id: "pp_stripe_stripe" }
    await knex("payment_provider").insert({ id: link.payment_provider_id, is_enabled: true })
    await knex("region_payment_provider").insert(link)
    await knex.raw("ALTER TABLE crypto_payout RENAME TO put_away")
    const { code, said } = await doctor()
    await knex.raw("ALTER TABLE put_away RENAME TO crypto_payout")
    await knex("region_payment_provider").where({ id: link.id }).delete()
    await knex("payment_provider").where({ id: link.payment_provider_id }).delete()
    expect(said).toMatch(/FIX {2}all payment providers: Regions offer pp_stripe_stripe, but Medusa has not loaded it/)
    expect(said).toMatch(/FIX {2}tables: .*npx medusa db:migrate/)
    expect(code).toBe(1)
  })

  it("reports a provider without its plugin, and so does the log", async () => {
    const { code, said } = await doctor({ LOG_LEVEL: "warn" }, "delete config.modules.crypto_payments")
    expect(said).toMatch(/FIX {2}plugin and payment provider: .* Add \{ resolve: "medusa-payment-crypto"/)
    expect(said).toMatch(/"code":"setup_problem".*"reason":"plugin_missing"/)
    expect(code).toBe(1)
  })
})

describe("npx medusa-payment-crypto init", () => {
  beforeAll(() => offering().delete())

  const home = homeWith("")
  const init = (env: Record<string, string> = {}, ...args: string[]) => {
    const unset = Object.keys(store.env).filter((name) => name.startsWith("CRYPTO_PAYMENTS_"))
    const absent = Object.fromEntries(unset.map((name) => [name, undefined as never]))
    const given = { ...store.env, NODE_ENV: "development", ...absent, ...env }
    return runDoctor({ env: given }, ["init", "--regions", "united states", ...args], home)
  }
  const sandboxAt = (url: string) => ({ CRYPTO_PAYMENTS_BASE_URL: url, CRYPTO_PAYMENTS_API_KEY: "pk_test_sandbox" })
  const offering = () => store.knex("region_payment_provider").where({ payment_provider_id: CRYPTO_PROVIDER })
  /** Whether it wrote a file, and the regions that offer the provider. */
  const changed = async () => [existsSync(join(home, ".env")), await offering().where({ deleted_at: null })]

  it("changes nothing before somebody agrees", async () => {
    const running = await startSandbox()
    const { code, said } = await init(sandboxAt(running.url)).finally(() => running.close())
    expect(said).toContain(`  - use the sandbox that runs at ${running.url}\n`)
    expect(said).toMatch(/\.env: add CRYPTO_PAYMENTS_ENCRYPTION_KEY, .*regions: .* United States \(USD\)\n.*Add --yes/s)
    expect([code, ...(await changed())]).toEqual([1, false, []])
  })

  it("says before it begins that another program has the port of the store's sandbox", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const { port } = other.address() as AddressInfo
    const base = sandboxAt(`http://127.0.0.1:${port}`)
    const { code, said } = await init(base, "--yes").finally(() => other.close())
    expect(said).toContain(`Port ${port} is taken, and no sandbox answers there. End the program that uses it`)
    expect(said).not.toContain("…")
    expect([code, ...(await changed())]).toEqual([1, false, []])
  })

  it("undoes everything if a step fails", async () => {
    const env = { STORE_CORS: "http://localhost:1", CRYPTO_PAYMENTS_STOREFRONT_URL: "https://shop.example.com" }
    const { code, said } = await init(env, "--yes")
    expect(said).toMatch(/FIX {2}STORE_CORS.*It failed, and was undone: Correct what is reported/s)
    expect([code, ...(await changed())]).toEqual([1, false, []])
  })
})
