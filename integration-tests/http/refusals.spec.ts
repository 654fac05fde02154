import { randomInt } from "node:crypto"
import { resolve } from "node:path"
import { Modules } from "@medusajs/framework/utils"
import { REFUSALS, type RefusalCode } from "../../src/core/text/errors"
import type { Fault } from "../../src/sandbox"
import { CREATE_DEADLINE_MS } from "../../src/store-api/client"
import { cryptoPayments } from "../support/crypto-payments"
import { hurryDeadlines } from "../support/deadlines"
import { expectErrors, NO_QUOTE } from "../support/expect-errors"
import { createHttp, HttpProblem } from "../support/http"
import { linesOf } from "../support/log"
import { describeShop } from "../support/medusa"
import { startMedusa } from "../support/medusa-process"
import { knexOf, paymentRows } from "../support/module-rows"
import { pluginEnv, serverEnv } from "../support/plugin-env"
import { freePort } from "../support/ports"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../support/seed"

type Json = Record<string, unknown>

/** The header in which a proxy names the browser's IP address. */
const from = (ip: string): Record<string, string> => ({ "x-forwarded-for": ip })

/** Changes one letter, so that the checksum is wrong, in the address and its URI. */
const withTypo = ({ address, uri }: Json): Json => {
  const wrong = String(address).replace(/.$/, (last) => (last === "q" ? "p" : "q"))
  return { address: wrong, uri: String(uri).replace(String(address), wrong) }
}

describeShop("starting a payment", {}, (shop) => {
  expectErrors(NO_QUOTE)

  /** Number of payments that this test has requested from the service. */
  const callsToService = (): number => shop.sandbox.requests().filter(({ method }) => method === "POST").length

  const collectionOfCart = async (): Promise<string> => {
    const cart = await shop.store.makeCart()
    return (await shop.store.post("/store/payment-collections", { cart_id: cart.id })).payment_collection.id
  }

  const start = async (
    collection: string,
    data: unknown,
    headers = {},
    provider_id = CRYPTO_PROVIDER,
  ): Promise<Json> => {
    const http = createHttp(shop.url, { "x-publishable-api-key": shop.seed.publishableKey, ...headers })
    return http.post(`/store/payment-collections/${collection}/payment-sessions`, { provider_id, data })
  }

  const refusalOf = async (work: Promise<unknown>): Promise<HttpProblem> => {
    const problem = await work.then(
      () => undefined,
      (error: unknown) => error,
    )
    if (problem instanceof HttpProblem) return problem
    throw new Error("it was not refused", { cause: problem })
  }

  /** Checks status, code and message of a refusal, and that no row was left behind. */
  const expectRefusal = async (problem: HttpProblem, code: RefusalCode): Promise<void> => {
    const [status, message] = REFUSALS[code]
    expect({ status: problem.status, code: problem.body.code, message: problem.body.message }).toEqual({
      status,
      code,
      message,
    })
    const { apiKey, secretKey, url } = shop.sandbox
    for (const secret of [apiKey, secretKey, shop.endpointSecret, new URL(url).host]) {
      expect(JSON.stringify(problem.body)).not.toContain(secret)
    }
    expect(JSON.stringify(problem.body)).not.toMatch(/\bat .*:\d+:\d+|node_modules/)
    expect(await paymentRows(shop.container)).toEqual([])
    expect(await knexOf(shop.container)("payment_session").whereNull("deleted_at")).toEqual([])
  }

  const refuse = async (data: unknown, code: RefusalCode): Promise<HttpProblem> => {
    const problem = await refusalOf(start(await collectionOfCart(), data))
    await expectRefusal(problem, code)
    return problem
  }

  it("refuses a missing or unknown asset or chain, and sends no request to the service", async () => {
    const before = callsToService()
    const collection = await collectionOfCart()
    const cases: [unknown, RefusalCode][] = [
      [{ asset: "XRP" }, "unknown_asset"],
      [{ asset: 7 }, "unknown_asset"],
      [{}, "unknown_asset"],
      [undefined, "unknown_asset"],
      [{ asset: "USDC" }, "chain_required"],
      [{ asset: "USDT", chain: "" }, "chain_required"],
      [{ asset: "USDC", chain: "solana" }, "unknown_chain"],
      [{ asset: "BTC", chain: "polygon" }, "unknown_chain"],
      [{ asset: "USDC", chain: { name: "base" } }, "unknown_chain"],
    ]
    for (const [data, code] of cases) await expectRefusal(await refusalOf(start(collection, data)), code)
    expect(callsToService()).toBe(before)
  })

  it("refuses an asset that the store does not offer", async () => {
    const module = cryptoPayments(shop.container)
    const connection = await module.connection("default")
    if (!connection?.settings) throw new Error("the connection is not registered")
    const settings = { ...connection.settings, assets: ["LTC" as const] }
    const narrowed = jest.spyOn(module, "connection").mockResolvedValue({ ...connection, settings })
    await refuse({ asset: "BTC" }, "asset_not_offered")
    narrowed.mockRestore()
  })

  it("refuses invalid amounts and unknown currencies, and sends no request to the service", async () => {
    const before = callsToService()
    const cases: [number, string, RefusalCode][] = [
      [0, "usd", "amount_not_positive"],
      [0.001, "usd", "amount_not_positive"],
      [-5, "usd", "amount_not_positive"],
      [1e16, "usd", "amount_unsafe"],
      [10, "xyz", "unknown_currency"],
      [10, "xau", "unknown_currency"],
    ]
    for (const [amount, currency_code, code] of cases) {
      const payment = shop.container.resolve(Modules.PAYMENT)
      const collection = await payment.createPaymentCollections({ amount, currency_code })
      await expectRefusal(await refusalOf(start(collection.id, { asset: "BTC" })), code)
    }
    expect(callsToService()).toBe(before)
  })

  describe("when the service refuses", () => {
    it("the key pair: answers payment_method_unavailable, and marks the connection as credentials_broken", async () => {
      shop.sandbox.interfere({ on: "create", status: 401, body: { error: { code: "invalid_credentials" } } })
      await refuse({ asset: "BTC" }, "payment_method_unavailable")
      expect(await cryptoPayments(shop.container).connections.get("default")).toMatchObject({
        health: "credentials_broken",
        last_error_code: "invalid_credentials",
      })
    })

    it("the payer: answers screening_failed, and counts it on the connection without the IP address", async () => {
      const problem = await refusalOf(start(await collectionOfCart(), { asset: "BTC" }, from("203.0.113.7")))
      await expectRefusal(problem, "screening_failed")
      const known = await cryptoPayments(shop.container).connections.get("default")
      expect(known).toMatchObject({ screened_count: 1 })
      expect(JSON.stringify(known)).not.toContain("203.0.113.7")
    })

    it("the store: answers payment_method_unavailable, and recovers when the store is enabled again", async () => {
      shop.sandbox.setStoreEnabled(false)
      await refuse({ asset: "BTC" }, "payment_method_unavailable")
      const connections = cryptoPayments(shop.container).connections
      expect(await connections.get("default")).toMatchObject({ health: "store_disabled" })
      shop.sandbox.setStoreEnabled(true)
      await start(await collectionOfCart(), { asset: "BTC" })
      expect(await connections.get("default")).toMatchObject({ health: "working" })
    })

    it("an asset on a chain: answers currency_unavailable, and still sells other chains and assets", async () => {
      shop.sandbox.setWallet("USDC", "base", false)
      const collection = await collectionOfCart()
      await expectRefusal(await refusalOf(start(collection, { asset: "USDC", chain: "base" })), "currency_unavailable")
      const { unavailable_until } = (await cryptoPayments(shop.container).connections.get("default")) ?? {}
      expect(Object.keys(unavailable_until ?? {})).toEqual(["USDC:base"])
      await start(collection, { asset: "USDC", chain: "polygon" })
      await start(collection, { asset: "BTC" })
      shop.sandbox.setWallet("USDC", "base", true)
    })

    it("more calls: passes Retry-After on, and sends no request until then", async () => {
      shop.sandbox.interfere({
        on: "create",
        status: 429,
        headers: { "Retry-After": "40" },
        body: { error: "rate_limited" },
      })
      expect((await refuse({ asset: "BTC" }, "rate_limited")).headers.get("retry-after")).toBe("40")
      const calls = shop.sandbox.requests().length
      for (const asset of ["BTC", "LTC"]) {
        const seconds = Number((await refuse({ asset }, "rate_limited")).headers.get("retry-after"))
        expect(seconds).toBeGreaterThan(20)
        expect(seconds).toBeLessThanOrEqual(40)
      }
      expect(shop.sandbox.requests()).toHaveLength(calls)
    })
  })

  it.each<[string, Fault]>([
    ["answers 500", { status: 500, body: { error: "boom" } }],
    ["answers 201 with HTML", { status: 201, body: "<html><h1>Welcome</h1></html>" }],
    ["answers 200 with HTML", { status: 200, body: "<html></html>" }],
    ["redirects", { status: 302, headers: { Location: "https://elsewhere.example/" }, body: "" }],
    ["hangs up", { hangUp: true }],
  ])(
    "answers service_unavailable and does not repeat the request to create a payment when the service %s",
    async (_, fault) => {
      const before = callsToService()
      shop.sandbox.interfere({ on: "create", ...fault })
      await refuse({ asset: "BTC" }, "service_unavailable")
      expect(callsToService() - before).toBe(1)
    },
  )

  it("answers within the deadline when the service hangs, without a second request", async () => {
    shop.sandbox.interfere({ on: "create", delayMs: 60_000 })
    const collection = await collectionOfCart()
    const [deadline, ...more] = await hurryDeadlines(async () =>
      expectRefusal(await refusalOf(start(collection, { asset: "BTC" })), "service_unavailable"),
    )
    expect(deadline).toBeGreaterThan(0)
    expect(deadline).toBeLessThanOrEqual(CREATE_DEADLINE_MS)
    expect(more).toEqual([])
  })

  it("refuses an answer of the service that does not match the request, and shows no address", async () => {
    const change = (patch: Json) => (body: unknown) => ({ ...(body as Json), ...patch })
    const nested = (field: string, patch: Json) => (body: unknown) => ({
      ...(body as Json),
      [field]: { ...((body as Json)[field] as Json), ...patch },
    })
    const changeUri = (from: RegExp, to: string) => (body: unknown) => ({
      ...(body as Json),
      uri: String((body as Json).uri).replace(from, to),
    })
    const lies: [string, (body: unknown) => unknown][] = [
      ["another amount", nested("displayAmount", { minor: 2549 })],
      ["an amount in text", nested("displayAmount", { minor: "2550" })],
      ["another currency", nested("displayAmount", { currency: "EUR" })],
      ["another asset", nested("payAmount", { asset: "USDT" })],
      ["other decimals", nested("payAmount", { decimals: 8 })],
      ["nothing to pay", nested("payAmount", { base: "0" })],
      ["a fraction of a base unit", nested("payAmount", { base: "1.5" })],
      ["another chain", change({ chain: "polygon" })],
      ["a script for a URI", change({ uri: "javascript:alert(1)" })],
      ["a URI of another scheme", change({ uri: "bitcoin:tb1qelsewhere" })],
      ["a URI that pays somebody else", change({ address: "0x0000000000000000000000000000000000000001" })],
      ["a URI without an address", change({ uri: "ethereum:" })],
      ["an address only, without a URI's amount", (body) => ({ ...(body as Json), uri: (body as Json).address })],
      [
        "a URI for the chain's coin",
        (body) => ({ ...(body as Json), uri: `ethereum:${(body as Json).address}@84532?value=1e18` }),
      ],
      ["a thousand times the amount, by an exponent", changeUri(/uint256=(\d+)/, "uint256=$1e3")],
      ["a parameter that nobody knows", changeUri(/$/, "&gasPrice=1")],
      ["a quote that is over", change({ quoteExpiresAt: new Date(Date.now() - 1000).toISOString() })],
      ["a quote without an end", change({ quoteExpiresAt: null })],
      ["no id", change({ id: "" })],
      ["no address", change({ address: undefined })],
      ["a list", (body) => [body]],
    ]
    const collection = await collectionOfCart()
    const log = linesOf(shop)
    for (const [, alter] of lies) {
      shop.sandbox.interfere({ on: "create", alter })
      await expectRefusal(await refusalOf(start(collection, { asset: "USDC", chain: "base" })), "service_unavailable")
    }
    log.stop()
    const refused = log.lines.filter(({ code }) => code === "protocol_error")
    expect(refused[0]).toMatchObject({ level: "error", connection_id: "default", asset: "USDC", chain: "base" })
    expect(refused[0]?.message).toMatch(/external_payment_id=\S+ .*: the answer was not shown: /)
    await start(collection, { asset: "USDC", chain: "base" })
  })

  it.each<[string, (payment: Json) => Json]>([
    ["a Lightning invoice beside the address", ({ uri }) => ({ uri: `${uri}&lightning=lnbc10u1p3pj257` })],
    ["a payment request to fetch", ({ uri }) => ({ uri: `${uri}&r=https://elsewhere.example` })],
    ["an address with a wrong letter", withTypo],
  ])("refuses a coin's quote with %s", async (_, patch) => {
    expectErrors(/: the answer was not shown: /)
    shop.sandbox.interfere({ on: "create", alter: (body) => ({ ...(body as Json), ...patch(body as Json) }) })
    await refuse({ asset: "BTC" }, "service_unavailable")
  })

  it("accepts an answer in other words that cannot be misread, and stores its own words for them", async () => {
    shop.sandbox.interfere({
      on: "create",
      alter: (body) => {
        const { payAmount, quoteExpiresAt, uri, ...rest } = body as Json & { payAmount: Json }
        return {
          ...{ ...rest, chain: "Base-Sepolia", payAmount: { ...payAmount, asset: "usdc" } },
          quoteExpiresAt: String(quoteExpiresAt).replace("Z", "+0000"),
          uri: String(uri).replace(/uint256=(\d+)/, (_, base) => `uint256=${Number(base) / 1e6}e6`),
        }
      },
    })
    await start(await collectionOfCart(), { asset: "USDC", chain: "base" })
    expect(await paymentRows(shop.container)).toMatchObject([{ asset: "USDC", chain: "base", test_mode: true }])
  })

  it("sends the payer's IP address to the service for screening, and does not return or store it", async () => {
    const collection = await collectionOfCart()
    const answer = await start(collection, { asset: "BTC" }, from("198.51.100.7"))
    expect(shop.sandbox.payments().at(-1)?.payerIp).toBe("198.51.100.7")
    expect(JSON.stringify(answer)).not.toContain("198.51.100.7")
    const stored = [await knexOf(shop.container)("payment_session"), await paymentRows(shop.container)]
    expect(JSON.stringify(stored)).not.toContain("198.51.100.7")
  })

  it("reads the payer's IP address beside a port, and reports in the health while it can read none", async () => {
    const startFrom = async (ip: string) => start(await collectionOfCart(), { asset: "BTC" }, from(ip))
    const sent = () => shop.sandbox.payments().at(-1)?.payerIp
    const reasons = async () => (await shop.admin.get("/admin/crypto-payments/health")).health.reasons
    await startFrom("unknown")
    expect(sent()).toBeNull()
    expect(await reasons()).toMatchObject([{ code: "payer_ip_missing", level: "degraded", connection_id: "default" }])
    await startFrom("[2001:db8:7::9]:443")
    expect(sent()).toBe("2001:db8:7::9")
    expect(await reasons()).toEqual([])
    await startFrom("198.51.100.7:51234")
    expect(sent()).toBe("198.51.100.7")
  })

  it("sends no IP address of the local machine, and nothing for another provider's payment", async () => {
    await start(await collectionOfCart(), { asset: "BTC" })
    expect(shop.sandbox.payments().at(-1)?.payerIp).toBeNull()
    const calls = shop.sandbox.requests().length
    const answer = await start(await collectionOfCart(), { asset: "BTC" }, from("198.51.100.7"), MANUAL_PROVIDER)
    expect(JSON.stringify(answer)).not.toContain("198.51.100.7")
    expect(shop.sandbox.requests()).toHaveLength(calls)
  })

  describe("a server with missing or wrong settings", () => {
    /** Starts a server with these settings on this shop's database, and returns its error. */
    const startWith = async (settings: Record<string, string | undefined>): Promise<string> => {
      const { databaseUrl } = shop.container.resolve("configModule").projectConfig
      const { sandbox, endpointSecret } = shop
      const env = {
        ...pluginEnv(sandbox, endpointSecret),
        ...serverEnv(String(databaseUrl), String(process.env.XDG_CONFIG_HOME)),
        ADMIN_DISABLED: "true",
      }
      const starting = startMedusa(await freePort(20_000 + randomInt(10_000)), {
        cwd: resolve(__dirname, "../.."),
        env: { ...env, ...settings },
      })
      return starting.then(
        async (server) => {
          await server.kill()
          return `it started\n${server.output()}`
        },
        (error: Error) => error.message,
      )
    }

    it("starts without keys, and logs where to get and enter each key", async () => {
      const said = await startWith({
        CRYPTO_PAYMENTS_API_KEY: undefined,
        CRYPTO_PAYMENTS_SECRET_KEY: "",
        LOG_LEVEL: "warn",
      })
      expect(said).toMatch(/^it started/)
      expect(said).toMatch(
        /connection takes no payments yet connection_id=default.*in the admin under Settings, Crypto payments/,
      )
      expect(said).toMatch(/apiKey \(the public key from your merchant dashboard.*CRYPTO_PAYMENTS_API_KEY/)
      expect(said).toMatch(/secretKey \(the secret key that the merchant dashboard.*CRYPTO_PAYMENTS_SECRET_KEY/)
      expect(said).not.toContain(shop.endpointSecret)
    })

    it("does not start with keys of different modes, and quotes neither key", async () => {
      const said = await startWith({ CRYPTO_PAYMENTS_SECRET_KEY: "canary_of_a_live_key" })
      expect(said).toMatch(/secretKey: API key and secret key are of different modes.*CRYPTO_PAYMENTS_SECRET_KEY/)
      expect(said).not.toMatch(/^it started|canary/)
      expect(said).not.toContain(shop.sandbox.apiKey)
    })

    it("does not start with an endpoint secret that is too short, and does not quote it", async () => {
      const said = await startWith({ CRYPTO_PAYMENTS_ENDPOINT_SECRET: `${shop.endpointSecret}, canary` })
      expect(said).toMatch(/endpointSecret is too short.*\(environment: CRYPTO_PAYMENTS_ENDPOINT_SECRET\)/)
      expect(said).not.toMatch(/^it started|canary/)
    })

    it("does not start with an invalid encryption key, and says how to make one without quoting it", async () => {
      const said = await startWith({ CRYPTO_PAYMENTS_ENCRYPTION_KEY: "canary-of-a-wrong-key" })
      expect(said).toMatch(
        /encryptionKey must be 32 random bytes.*CRYPTO_PAYMENTS_ENCRYPTION_KEY.*openssl rand -base64 32/,
      )
      expect(said).not.toMatch(/^it started|canary/)
    })
  })
})
