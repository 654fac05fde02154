import { Modules } from "@medusajs/framework/utils"
import { REFUSALS, type RefusalCode } from "../../src/core/text/errors"
import type { Fault } from "../../src/sandbox"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments } from "../support/crypto-payments"
import { expectErrors, NO_QUOTE } from "../support/expect-errors"
import { linesOf } from "../support/heard"
import { createHttp, type HttpProblem } from "../support/http"
import { describeShop } from "../support/medusa"
import { knexOf, paymentRows } from "../support/module-rows"
import { refusalOf } from "../support/shopper"

type Json = Record<string, unknown>

/** The header in which a proxy names the browser's IP address. */
const from = (ip: string): Record<string, string> => ({ "x-forwarded-for": ip })

describeShop("starting a payment", {}, (shop) => {
  expectErrors(NO_QUOTE)

  /** Number of payments that this test has requested from the service. */
  const callsToService = (): number => shop.sandbox.requests().filter(({ method }) => method === "POST").length

  const collectionOfCart = async (): Promise<string> => {
    const cart = await shop.store.makeCart()
    return (await shop.store.post("/store/payment-collections", { cart_id: cart.id })).payment_collection.id
  }

  const start = async (collection: string, data: unknown, headers = {}, provider = CRYPTO_PROVIDER): Promise<Json> => {
    const http = createHttp(shop.url, { ...shop.store.headers, ...headers })
    return http.post(`/store/payment-collections/${collection}/payment-sessions`, { provider_id: provider, data })
  }

  /** Checks status, code and message of a refusal, and that no row was left behind. */
  const expectRefusal = async (problem: HttpProblem, code: RefusalCode): Promise<void> => {
    const [status, message] = REFUSALS[code]
    expect(problem).toMatchObject({ status, body: { code, message } })
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

  const known = async () => (await cryptoPayments(shop.container).connections.get("default")) ?? {}

  it("refuses a wrong asset, chain, amount or currency, and sends no request to the service", async () => {
    const before = callsToService()
    const collection = await collectionOfCart()
    const choices: [unknown, RefusalCode][] = [
      [{ asset: "XRP" }, "unknown_asset"],
      [undefined, "unknown_asset"],
      [{ asset: "USDT", chain: "" }, "chain_required"],
      [{ asset: "USDC", chain: { name: "base" } }, "unknown_chain"],
    ]
    for (const [data, code] of choices) await expectRefusal(await refusalOf(start(collection, data)), code)
    const totals: [number, string, RefusalCode][] = [
      [0.001, "usd", "amount_not_positive"],
      [1e16, "usd", "amount_unsafe"],
      [10, "xau", "unknown_currency"],
    ]
    for (const [amount, currency_code, code] of totals) {
      const { id } = await shop.container.resolve(Modules.PAYMENT).createPaymentCollections({ amount, currency_code })
      await expectRefusal(await refusalOf(start(id, { asset: "BTC" })), code)
    }
    expect(callsToService()).toBe(before)
  })

  it("answers that the service refuses the payer, an asset on a chain, the store or its keys, notes it on the connection, and then recovers", async () => {
    const collection = await collectionOfCart()
    const usdc = { asset: "USDC", chain: "base" }
    await expectRefusal(await refusalOf(start(collection, usdc, from("203.0.113.7"))), "screening_failed")
    expect(await known()).toMatchObject({ screened_count: 1 })
    expect(JSON.stringify(await known())).not.toContain("203.0.113.7")

    shop.sandbox.setWallet("USDC", "base", false)
    await expectRefusal(await refusalOf(start(collection, usdc)), "currency_unavailable")
    expect(await known()).toMatchObject({ unavailable_until: { "USDC:base": expect.anything() } })

    shop.sandbox.setStoreEnabled(false)
    await refuse({ asset: "BTC" }, "payment_method_unavailable")
    expect(await known()).toMatchObject({ health: "store_disabled" })
    shop.sandbox.setStoreEnabled(true)
    shop.sandbox.interfere({ on: "create", status: 401, body: { error: { code: "invalid_credentials" } } })
    await refuse({ asset: "BTC" }, "payment_method_unavailable")
    expect(await known()).toMatchObject({ health: "keys_refused", creation_error_code: "invalid_credentials" })

    await start(collection, { asset: "USDC", chain: "polygon" })
    await start(collection, { asset: "BTC" })
    expect(await known()).toMatchObject({ health: "working" })
    shop.sandbox.setWallet("USDC", "base", true)
  })

  it("passes the service's Retry-After on, and sends no request until then", async () => {
    shop.sandbox.interfere({ on: "create", status: 429, headers: { "Retry-After": "40" } })
    expect((await refuse({ asset: "BTC" }, "rate_limited")).headers.get("retry-after")).toBe("40")
    const calls = shop.sandbox.requests().length
    for (const asset of ["BTC", "LTC"]) {
      const seconds = Number((await refuse({ asset }, "rate_limited")).headers.get("retry-after"))
      expect(seconds).toBeGreaterThan(20)
      expect(seconds).toBeLessThanOrEqual(40)
    }
    expect(shop.sandbox.requests()).toHaveLength(calls)
  })

  it("asks the service once if it fails or its answer does not match the request, and answers service_unavailable without an address", async () => {
    // The unit tests of core/money try all of them.
    const lies: ((body: Json) => Json)[] = [
      () => ({ id: "" }),
      ({ displayAmount }) => ({ displayAmount: { ...(displayAmount as Json), minor: 2549 } }),
      () => ({ chain: "polygon" }),
      () => ({ address: "0x0000000000000000000000000000000000000001" }),
      ({ uri }) => ({ uri: String(uri).replace(/uint256=(\d+)/, "uint256=$1e3") }),
    ]
    const faults: Fault[] = [
      ...[{ status: 500, body: { error: "boom" } }, { hangUp: true }],
      ...lies.map((lie) => ({ alter: (body: unknown) => ({ ...(body as Json), ...lie(body as Json) }) })),
    ]
    const collection = await collectionOfCart()
    const log = linesOf(shop)
    for (const fault of faults) {
      const before = callsToService()
      shop.sandbox.interfere({ on: "create", ...fault })
      await expectRefusal(await refusalOf(start(collection, { asset: "USDC", chain: "base" })), "service_unavailable")
      expect(callsToService() - before).toBe(1)
    }
    log.stop()
    const refused = log.lines.filter(({ code }) => code === "protocol_error")
    expect(refused[0]).toMatchObject({ level: "error", connection_id: "default", asset: "USDC", chain: "base" })
    expect(refused[0]?.message).toMatch(/external_payment_id=\S+ .*: the answer was not shown: /)
    expect(await known()).toMatchObject({ creation_error_code: "unusable_answer" })
    await start(collection, { asset: "USDC", chain: "base" })
    expect(await known()).toMatchObject({ creation_failing_since: null, creation_error_code: null })
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

  it("sends the payer's IP address for screening, stores it nowhere, and reports in the health while it can read none", async () => {
    const collection = await collectionOfCart()
    const sent = () => shop.sandbox.payments().at(-1)?.payerIp
    const reasons = async () => (await shop.admin.get("/admin/crypto-payments/health")).health.reasons
    // The caller is this machine.
    await start(collection, { asset: "BTC" })
    expect(sent()).toBeNull()
    await start(collection, { asset: "LTC" }, from("unknown"))
    expect(sent()).toBeNull()
    expect(await reasons()).toMatchObject([{ code: "payer_ip_missing", level: "degraded", connection_id: "default" }])
    const answer = await start(collection, { asset: "DOGE" }, from("198.51.100.7:51234"))
    expect(sent()).toBe("198.51.100.7")
    expect(await reasons()).toEqual([])
    // With test keys a private address is no fault, and ends the report of an earlier one.
    await start(collection, { asset: "USDC", chain: "base" }, from("unknown"))
    expect(await reasons()).toHaveLength(1)
    await start(collection, { asset: "DASH" })
    expect(await reasons()).toEqual([])

    const calls = shop.sandbox.requests().length
    const other = await start(collection, { asset: "BTC" }, from("198.51.100.7"), MANUAL_PROVIDER)
    expect(shop.sandbox.requests()).toHaveLength(calls)
    const stored = [await knexOf(shop.container)("payment_session"), await paymentRows(shop.container)]
    expect(JSON.stringify([answer, other, stored])).not.toContain("198.51.100.7")
  })
})
