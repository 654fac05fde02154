import { request } from "node:http"
import { paymentResponse } from "../../store-api/wire"
import { type Sandbox, startSandbox } from ".."
import { BITCOIN_FOR_5_USD, basic, call, create, createdId, refusal, stoppedClock } from "./helpers"

const PATH = "/v1/store-api/payments"
const transferOf = (contract: string) =>
  new RegExp(`^ethereum:${contract}/transfer\\?address=(0x\\w{40})&uint256=5000000$`)

describe("the sandbox's Store API", () => {
  let time: ReturnType<typeof stoppedClock>
  let sandbox: Sandbox
  beforeEach(async () => {
    time = stoppedClock()
    sandbox = await startSandbox({ clock: time.clock })
  })
  afterEach(() => sandbox.close())

  const ask = async (body: object) => paymentResponse.parse(await (await create(sandbox, body)).json())

  it("creates a payment with an address, an exact amount, a locked rate and a quote expiry", async () => {
    const body = await ask(BITCOIN_FOR_5_USD)
    expect(body).toEqual({
      ...{ id: expect.stringMatching(/^pay_[0-9a-f]{24}$/), status: "awaiting_payment", chain: "bitcoin" },
      ...{ address: expect.stringMatching(/^tb1q/), uri: `bitcoin:${body.address}?amount=0.00008334` },
      payAmount: { base: "8334", asset: "BTC", decimals: 8 },
      displayAmount: BITCOIN_FOR_5_USD.amount,
      rate: { pricePerWholeUnit: "60000", expiresAt: "2026-01-02T03:19:05.000Z" },
      quoteExpiresAt: "2026-01-02T03:19:05.000Z",
    })
  })

  it.each([
    ["LTC", undefined, "litecoin", /^litecoin:(tltc1q\w+)\?amount=0\.0625$/],
    ["DOGE", undefined, "dogecoin", /^dogecoin:(n\w+)\?amount=41\.66666667$/],
    ["DASH", undefined, "dash", /^dash:(y\w+)\?amount=0\.16666667$/],
    ["USDC", "base", "base", transferOf("0x036CbD53842c5426634e7929541eC2318f3dCF7e@84532")],
    ["USDC", "polygon", "polygon", transferOf("0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582@80002")],
    ["USDT", "base", "base", transferOf("0x1{40}@84532")],
    ["USDT", "polygon", "polygon", transferOf("0x2{40}@80002")],
  ])("creates a payment in %s (requested chain: %s) on %s, with a matching URI", async (asset, chain, settled, uri) => {
    const payment = await ask({ asset, chain, amount: { minor: 500, currency: "USD" } })
    expect(payment.chain).toBe(settled)
    expect(uri.exec(payment.uri)?.[1]).toBe(payment.address)
  })

  it("looks up a payment", async () => {
    const id = await createdId(sandbox)
    const found = await (await call(sandbox, `${PATH}/${id}`)).json()
    expect(found).toEqual({ id, status: "awaiting_payment", confirmations: 0 })
  })

  it("answers 404 to an unknown payment or path, and 400 to an invalid id", async () => {
    expect(await refusal(await call(sandbox, `${PATH}/pay_unknown`))).toEqual([404, "not_found"])
    expect(await refusal(await call(sandbox, `${PATH}/%zz`))).toEqual([400, "invalid_request"])
    expect(await refusal(await call(sandbox, "/v1/other"))).toEqual([404, "not_found"])
  })

  it("answers 405 to a wrong method", async () => {
    const response = await call(sandbox, PATH)
    expect(response.headers.get("allow")).toBe("POST")
    expect(await refusal(response)).toEqual([405, "method_not_allowed"])
    expect(await refusal(await call(sandbox, `${PATH}/x`, { body: {} }))).toEqual([405, "method_not_allowed"])
  })

  it.each([
    ["no header", () => ""],
    ["another scheme", () => "Bearer x"],
    ["invalid base64", () => "Basic ***"],
    ["a wrong secret key", () => basic(sandbox.apiKey, "sk_test_other")],
    ["exchanged keys", () => basic(sandbox.secretKey, sandbox.apiKey)],
    ["no colon", () => `Basic ${Buffer.from(sandbox.apiKey).toString("base64")}`],
  ])("refuses credentials with %s, for both operations", async (_, authorization) => {
    const headers = { authorization: authorization() }
    const calls = [call(sandbox, PATH, { headers, body: BITCOIN_FOR_5_USD }), call(sandbox, `${PATH}/x`, { headers })]
    for (const refused of calls) expect(await refusal(await refused)).toEqual([401, "invalid_credentials"])
    expect(sandbox.requests().map(({ authorized }) => authorized)).toEqual([false, false])
  })

  it.each([
    ["not JSON", "{"],
    ["null", "null"],
    ["an unknown asset", { ...BITCOIN_FOR_5_USD, asset: "ETH" }],
    ["no chain for USDC", { ...BITCOIN_FOR_5_USD, asset: "USDC" }],
    ["an unknown chain", { ...BITCOIN_FOR_5_USD, asset: "USDT", chain: "tron" }],
    ["an amount as text", { asset: "BTC", amount: { minor: "500", currency: "USD" } }],
    ["an invalid IP address of the payer", { ...BITCOIN_FOR_5_USD, payerIp: "localhost" }],
    ["a currency without a rate", { asset: "BTC", amount: { minor: 1, currency: "XXX" } }, "invalid_currency"],
  ])("refuses a body that is or has %s", async (_, body, code = "invalid_request") => {
    expect(await refusal(await create(sandbox, body))).toEqual([400, code])
    expect(sandbox.payments()).toEqual([])
  })

  it("refuses a body that is not declared as JSON or is over 64 kB, and continues to serve", async () => {
    const asText = { headers: { "content-type": "text/plain" }, body: BITCOIN_FOR_5_USD }
    expect(await refusal(await call(sandbox, PATH, asText))).toEqual([400, "invalid_request"])
    expect(await refusal(await create(sandbox, "x".repeat(64 * 1024 + 1)))).toEqual([413, "payload_too_large"])
    expect((await create(sandbox)).status).toBe(201)
  })

  it.each([
    ["203.0.113.7", 403],
    ["::ffff:203.0.113.7", 403],
    ["2001:db8:bad::1", 403],
    ["203.0.114.7", 201],
    ["2001:db8:bae::1", 201],
  ])("screens the payer %s: %i, and keeps the address of an accepted one", async (payerIp, status) => {
    expect((await create(sandbox, { ...BITCOIN_FOR_5_USD, payerIp })).status).toBe(status)
    expect(sandbox.payments().map((one) => one.payerIp)).toEqual(status === 201 ? [payerIp] : [])
  })

  it("refuses new payments while the store is disabled, and still looks up existing ones", async () => {
    const id = await createdId(sandbox)
    sandbox.setStoreEnabled(false)
    expect(await refusal(await create(sandbox))).toEqual([409, "store_disabled"])
    expect((await call(sandbox, `${PATH}/${id}`)).status).toBe(200)
    sandbox.setStoreEnabled(true)
    expect((await create(sandbox)).status).toBe(201)
  })

  it("refuses only the asset and chain whose wallet is unavailable", async () => {
    const on = (chain: string) => create(sandbox, { ...BITCOIN_FOR_5_USD, asset: "USDC", chain })
    sandbox.setWallet("USDC", "base", false)
    expect(await refusal(await on("base"))).toEqual([409, "currency_unavailable"])
    expect((await on("polygon")).status).toBe(201)
    sandbox.setWallet("USDC", null, false)
    expect(await refusal(await on("polygon"))).toEqual([409, "currency_unavailable"])
    sandbox.setWallet("USDC", null, true)
    sandbox.setWallet("BTC", null, false)
    expect((await on("base")).status).toBe(201)
    expect(await refusal(await create(sandbox))).toEqual([409, "currency_unavailable"])
  })

  it("refuses calls over the rate limit until the minute is over, and says how long to wait", async () => {
    sandbox.setPerMinuteCap(2)
    const id = await createdId(sandbox)
    time.pass(17.5)
    expect((await call(sandbox, `${PATH}/${id}`)).status).toBe(200)
    const refused = await create(sandbox)
    expect(refused.headers.get("retry-after")).toBe("43")
    expect(await refusal(refused)).toEqual([429, "rate_limited"])
    time.pass(42.4)
    expect((await create(sandbox)).headers.get("retry-after")).toBe("1")
    time.pass(0.1)
    expect((await create(sandbox)).status).toBe(201)
  })

  it("records each call with its body and status", async () => {
    await create(sandbox)
    await call(sandbox, `${PATH}/x`)
    const at = "2026-01-02T03:04:05.000Z"
    expect(sandbox.requests()).toEqual([
      { method: "POST", path: PATH, status: 201, body: BITCOIN_FOR_5_USD, authorized: true, at },
      { method: "GET", path: `${PATH}/x`, status: 404, body: null, authorized: true, at },
    ])
  })

  it("injects a fault into the requested number of calls", async () => {
    sandbox.interfere({ on: "create", status: 503, body: "down", headers: { "Retry-After": "7" }, times: 2 })
    sandbox.interfere({ on: "lookup", hangUp: true })
    for (const response of [await create(sandbox), await create(sandbox)]) {
      expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([503, "7", "down"])
    }
    const id = await createdId(sandbox)
    await expect(call(sandbox, `${PATH}/${id}`)).rejects.toThrow()
    expect((await call(sandbox, `${PATH}/${id}`)).status).toBe(200)
    expect(sandbox.requests().map(({ status }) => status)).toEqual([503, 503, 201, 0, 200])
  })

  it("changes an answer if requested", async () => {
    sandbox.interfere({ alter: (body) => ({ ...(body as object), chain: "moon" }) })
    expect(await (await create(sandbox)).json()).toMatchObject({ chain: "moon", status: "awaiting_payment" })
  })

  it("closes while one client keeps its connection open and another waits for a slow answer", async () => {
    const idle = request(sandbox.url, { headers: { connection: "keep-alive" } })
    await new Promise((resolve) => idle.on("response", (r) => r.resume().on("end", resolve)).end())
    sandbox.interfere({ delayMs: 3_600_000 })
    const cut = expect(create(sandbox)).rejects.toThrow()
    await call(sandbox, "/sandbox/settings.json")
    await sandbox.close()
    await cut
  })

  it("can be closed twice, and accepts no calls after that", async () => {
    await sandbox.close()
    await expect(sandbox.close()).resolves.toBeUndefined()
    await expect(create(sandbox)).rejects.toThrow()
  })
})
