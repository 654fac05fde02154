import { createHmac } from "node:crypto"
import { isAddress } from "../../core/assets/addresses"
import { ASSET_FACTS, ASSETS } from "../../core/assets/registry"
import { closeServers, serve, text } from "../../store-api/__tests__/support/servers"
import { paymentResponse } from "../../store-api/wire"
import { type Sandbox, startSandbox } from ".."
import { CURRENCIES, quote, toUnits } from "../payments"
import { BITCOIN_FOR_5_USD, call, create, createdId, refusal } from "./helpers"

const mac = (secret: string, signed: string) => createHmac("sha256", secret).update(signed).digest("hex")
const transferOf = (contract: string) =>
  new RegExp(`^ethereum:${contract}/transfer\\?address=(0x\\w{40})&uint256=5000000$`)

describe("the sandbox", () => {
  let now: number
  const pass = (seconds: number) => (now += seconds * 1000)
  let sandbox: Sandbox
  beforeEach(async () => {
    now = Date.parse("2026-01-02T03:04:05.000Z")
    sandbox = await startSandbox({ clock: () => new Date(now), deliveryRetryMs: [0, 0] })
  })
  afterEach(() => Promise.all([sandbox.close(), closeServers()]))

  it.each([
    ["BTC", undefined, "bitcoin", /^bitcoin:(tb1q\w+)\?amount=0\.00008334$/],
    ["LTC", undefined, "litecoin", /^litecoin:(tltc1q\w+)\?amount=0\.0625$/],
    ["DOGE", undefined, "dogecoin", /^dogecoin:(n\w+)\?amount=41\.66666667$/],
    ["DASH", undefined, "dash", /^dash:(y\w+)\?amount=0\.16666667$/],
    ["USDC", "base", "base", transferOf("0x036CbD53842c5426634e7929541eC2318f3dCF7e@84532")],
    ["USDC", "polygon", "polygon", transferOf("0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582@80002")],
    ["USDT", "base", "base", transferOf("0x1{40}@84532")],
    ["USDT", "polygon", "polygon", transferOf("0x2{40}@80002")],
  ])("gives a payment in %s (requested chain: %s) an own valid address and its URI", async (asset, chain, on, uri) => {
    const ask = async () =>
      paymentResponse.parse(await (await create(sandbox, { ...BITCOIN_FOR_5_USD, asset, chain })).json())
    const [payment, other] = [await ask(), await ask()]
    expect(payment).toMatchObject({ chain: on, quoteExpiresAt: "2026-01-02T03:19:05.000Z" })
    expect(uri.exec(payment.uri)?.[1]).toBe(payment.address)
    expect(isAddress({ asset, chain: on, testMode: true }, payment.address)).toBe(true)
    expect(other.address).not.toBe(payment.address)
  })

  it("quotes at least the price at the shown rate, and less than one smallest unit more", () => {
    for (const asset of ASSETS) {
      const { decimals } = ASSET_FACTS[asset]
      for (const [currency, { exponent }] of CURRENCIES) {
        for (const minor of [1, 99, 12345, Number.MAX_SAFE_INTEGER]) {
          const quoted = quote(asset, minor, currency)
          const price = toUnits(quoted?.pricePerWholeUnit ?? "", 8)
          const paid = (quoted?.base ?? 0n) * price * 10n ** BigInt(exponent)
          const due = BigInt(minor) * 10n ** BigInt(decimals + 8)
          expect(paid >= due && paid - due < price * 10n ** BigInt(exponent)).toBe(true)
        }
      }
    }
  })

  it.each([
    ["not JSON", "{"],
    ["an unknown asset", { ...BITCOIN_FOR_5_USD, asset: "ETH" }],
    ["no chain for USDC", { ...BITCOIN_FOR_5_USD, asset: "USDC" }],
    ["a currency without a rate", { asset: "BTC", amount: { minor: 1, currency: "XXX" } }, "invalid_currency"],
  ])("refuses a body that is or has %s", async (_, body, code = "invalid_request") => {
    expect(await refusal(await create(sandbox, body))).toEqual([400, code])
    expect(sandbox.payments()).toEqual([])
  })

  it("refuses missing, malformed, wrong and exchanged keys", async () => {
    const { apiKey, secretKey, url } = sandbox
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`
    const pairs = [`${apiKey}:sk_test_other`, `${secretKey}:${apiKey}`, apiKey].map(basic)
    for (const authorization of ["", "Bearer x", "Basic ***", ...pairs]) {
      const answer = await fetch(`${url}/v1/store-api/payments/x`, { headers: { authorization } })
      expect(await refusal(answer)).toEqual([401, "invalid_credentials"])
    }
  })

  it("refuses calls over the rate limit until the minute is over, and says how long to wait", async () => {
    sandbox.set({ perMinuteCap: 2 })
    const id = await createdId(sandbox)
    pass(17.5)
    expect((await call(sandbox, `/v1/store-api/payments/${id}`)).status).toBe(200)
    const refused = await create(sandbox)
    expect(refused.headers.get("retry-after")).toBe("43")
    expect(await refusal(refused)).toEqual([429, "rate_limited"])
    pass(42.5)
    expect((await create(sandbox)).status).toBe(201)
  })

  it("completes a payment once it has the required confirmations, which never decrease", async () => {
    const id = await createdId(sandbox)
    expect(sandbox.pay(id, { complete: false })).toMatchObject({ status: "confirming", confirmations: 0 })
    pass(3600)
    expect(sandbox.confirm(id)).toMatchObject({ status: "confirming", confirmations: 1 })
    expect(sandbox.confirm(id, 2)).toMatchObject({ status: "completed", confirmations: 2 })
    expect(sandbox.confirm(id, 1)).toMatchObject({ confirmations: 2 })
  })

  it("lets a payment expire with its quote, and completes it if it is paid late", async () => {
    const id = await createdId(sandbox)
    pass(899.999)
    expect(sandbox.payment(id)?.status).toBe("awaiting_payment")
    pass(0.001)
    expect(sandbox.payment(id)?.status).toBe("expired")
    expect(() => sandbox.pay(id)).toThrow(expect.objectContaining({ code: "quote_expired" }))
    expect(sandbox.payLate(id)).toMatchObject({ status: "completed", seenAt: "2026-01-02T03:19:05.000Z" })
  })

  it("retries a delivery with the same bytes until it is accepted, and only to those who subscribe", async () => {
    const { url, seen } = await serve([500, 302, 200].map((status) => text(status, "")))
    sandbox.registerEndpoint({ url })
    sandbox.registerEndpoint({ url, events: ["payment.other"] })
    sandbox.pay(await createdId(sandbox))
    await sandbox.drain()
    expect(sandbox.deliveries()).toMatchObject([500, 302, 200].map((status, n) => ({ attempt: n + 1, status })))
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1)
  })

  it("delivers with a wrong secret and time, or without a signature, to one endpoint", async () => {
    const [one, two] = [await serve(text(200, "")), await serve(text(200, ""))]
    const { id: endpoint } = sandbox.registerEndpoint({ url: one.url, secret: "right" })
    sandbox.registerEndpoint({ url: two.url })
    const id = await createdId(sandbox)
    await sandbox.deliver(id, { endpoint, secret: "wrong", timestamp: 5, body: "not json" })
    await sandbox.deliver(id, { endpoint, unsigned: true })
    const signatures = [`t=5,v1=${mac("wrong", "5.not json")}`, undefined]
    expect(one.seen.map(({ headers }) => headers["service-signature"])).toEqual(signatures)
    expect(two.seen).toEqual([])
  })

  it("signs with both secrets during a rotation, and then only with the new one", async () => {
    const { url, seen } = await serve(text(200, ""))
    const endpoint = sandbox.registerEndpoint({ url, secret: "old" })
    const id = await createdId(sandbox)
    sandbox.rotateSecret(endpoint.id, "new")
    await sandbox.deliver(id)
    sandbox.retireSecret(endpoint.id)
    await sandbox.deliver(id)
    const signers = seen.map(({ body, headers: { "service-signature": signature } }) =>
      ["new", "old"].filter((secret) => signature?.includes(`v1=${mac(secret, `${now / 1000}.${body}`)}`)),
    )
    expect(signers).toEqual([["new", "old"], ["new"]])
  })

  it("closes without waiting for a slow answer, a retry or a delayed delivery", async () => {
    const patient = await startSandbox({ deliveryRetryMs: [3_600_000] })
    const { url } = await serve(text(500, ""))
    patient.registerEndpoint({ url })
    const id = await createdId(patient)
    patient.pay(id)
    patient.interfere({ delayMs: 3_600_000 })
    const delayed = [create(patient), patient.deliver(id, { delayMs: 3_600_000 })]
    const cut = delayed.map((one) => expect(one).rejects.toThrow())
    await call(patient, "/sandbox/settings.json")
    await patient.close()
    await Promise.all(cut)
  })
})
