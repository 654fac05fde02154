import { getEventListeners } from "node:events"
import { type Answer, closeServers, json, type Seen, serve } from "../../store-api/__tests__/support/servers"
import { type CryptoPaymentClientOptions, createCryptoPaymentClient } from "../client"
import { aPayment } from "./payment"

const TOKEN = "abcdefghijklmnopqrstuv"

let answer: Answer
let baseUrl: string
let seen: Seen[]

beforeEach(async () => {
  const server = await serve((response, request, nth) => answer(response, request, nth))
  baseUrl = server.url
  seen = server.seen
})

afterEach(async () => {
  jest.restoreAllMocks()
  await closeServers()
})

const client = (options: Partial<CryptoPaymentClientOptions> = {}) =>
  createCryptoPaymentClient({ baseUrl, publishableKey: "pk_a_shop", ...options })

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "not refused",
    ({ name, code, status, retryAfterSeconds }) => ({ name, code, status, retryAfterSeconds }),
  )

describe("the storefront client", () => {
  it("sends requests below the base URL's path, with the publishable key and the shop's headers", async () => {
    answer = json(200, { payment: aPayment() })
    const asking = client({ baseUrl: `${baseUrl}/shop//`, headers: { "x-shop": "one", accept: "nothing" } })
    expect(await asking.payment(TOKEN)).toEqual(aPayment())
    expect(seen[0]).toMatchObject({
      method: "GET",
      path: `/shop/store/crypto-payments/${TOKEN}`,
      headers: { "x-publishable-api-key": "pk_a_shop", "x-shop": "one", accept: "application/json" },
    })
  })

  it("requests a new price, for the same asset or another one", async () => {
    const renewed = { token: "another", payment: aPayment() }
    answer = json(200, renewed)
    expect(await client().renew(TOKEN)).toEqual(renewed)
    await client().renew(TOKEN, { asset: "USDC", chain: "base" })
    expect(seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", `/store/crypto-payments/${TOKEN}/quote`, "{}"],
      ["POST", `/store/crypto-payments/${TOKEN}/quote`, '{"asset":"USDC","chain":"base"}'],
    ])
  })

  it("sends the ETag of the last answer, and moves the server time forward if nothing changed", async () => {
    const clock = (now: number) => jest.spyOn(Date, "now").mockReturnValue(now)
    clock(1_000_000)
    answer = json(200, { payment: aPayment() }, { etag: 'W/"one"' })
    const asking = client()
    await asking.payment(TOKEN)
    answer = (res) => res.writeHead(304).end()
    clock(1_005_000)
    expect(await asking.payment(TOKEN)).toEqual({ ...aPayment(), server_time: "2026-01-01T12:00:05.000Z" })
    // Its own clock may be wrong when the time seems over.
    answer = json(200, { payment: aPayment({ status: "confirming" }) }, { etag: 'W/"two"' })
    for (const now of [1_905_000, 2_805_000]) {
      clock(now)
      expect((await asking.payment(TOKEN)).status).toBe("confirming")
    }
    expect(seen.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, 'W/"one"', undefined, 'W/"two"'])
  })

  const GONE = { name: "CryptoPaymentClientError", code: "network_error", status: null, retryAfterSeconds: null }
  it("sends the ETag of one payment for no other, and forgets the first one after a hundred others", async () => {
    jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-01-01T12:00:00Z"))
    answer = json(200, { payment: aPayment() }, { etag: 'W/"one"' })
    const asking = client()
    for (let number = 0; number <= 100; number++) await asking.payment(`payment-${number}`)
    await asking.payment("payment-0")
    expect(new Set(seen.map(({ headers }) => headers["if-none-match"]))).toEqual(new Set([undefined]))
  })

  it("bypasses every cache, and leaves no timer and no listener after the answer", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
    const before = timers()
    const inits: (RequestInit | undefined)[] = []
    const own = new AbortController()
    const asking = client({
      fetch: async (_, init) => {
        inits.push(init)
        return Response.json({ payment: aPayment() })
      },
    })
    await asking.payment(TOKEN, { signal: own.signal })
    expect(inits[0]?.cache).toBe("no-store")
    expect(timers()).toBe(before)
    expect(getEventListeners(own.signal, "abort")).toEqual([])
  })

  it("encodes the token and the region, so that they cannot change the path", async () => {
    answer = json(200, { token: "another", payment: aPayment(), options: [], bought: null })
    await client().payment("../carts?x=#1")
    expect(await client().bought("../carts?x=#1")).toBeNull()
    await client().renew("../carts?x=#1")
    expect(await client().options("reg_1&x=2")).toEqual([])
    const path = "/store/crypto-payments/..%2Fcarts%3Fx%3D%231"
    const options = "/store/crypto-payments/options?region_id=reg_1%26x%3D2"
    expect(seen.map(({ path }) => path)).toEqual([path, `${path}/bought`, `${path}/quote`, options])
  })

  it.each([
    ["a number of seconds", "17", 17],
    ["a date", "Thu, 01 Jan 2026 12:00:30 GMT", null],
    ["a negative number", "-5", null],
    ["missing", undefined, null],
  ])("reports the seconds to wait if Retry-After is %s", async (_, header, seconds) => {
    const refused = { type: "unexpected_state", code: "too_many_requests", message: "Wait a moment." }
    answer = json(429, refused, header === undefined ? {} : { "retry-after": header })
    const asking = client()
    const shown = { ...GONE, code: "too_many_requests", status: 429, retryAfterSeconds: seconds }
    expect(await refusal(asking.payment(TOKEN))).toEqual(shown)
    await expect(asking.payment(TOKEN)).rejects.toThrow("Wait a moment.")
    // Medusa's own errors have no code.
    answer = json(400, { type: "not_allowed", message: "A valid publishable key is required" })
    expect(await refusal(asking.payment(TOKEN))).toMatchObject({ code: "not_allowed", status: 400 })
  })

  it.each([
    ["a proxy's error page", 502, "<html>Bad gateway</html>"],
    ["an HTML page with status 200", 200, "<html>Hello</html>"],
    ["JSON without the expected fields", 200, '{"hello":"world"}'],
    ["null", 200, "null"],
  ])("reports %s as an unexpected answer", async (_, status, text) => {
    answer = (res) => res.writeHead(status, { "content-type": "text/html" }).end(text)
    const asked = [client().payment(TOKEN), client().renew(TOKEN), client().options("reg")]
    for (const refused of await Promise.all(asked.map(refusal)))
      expect(refused).toMatchObject({ code: "unexpected_answer", status })
  })

  it("reports an unreachable or silent server or a cut connection as a network error, with the cause", async () => {
    expect(await refusal(client({ baseUrl: "http://127.0.0.1:1" }).payment(TOKEN))).toEqual(GONE)
    answer = (res) => {
      res.writeHead(200, { "content-length": "500" }).write("{")
      setImmediate(() => res.destroy())
    }
    expect(await refusal(client().payment(TOKEN))).toEqual(GONE)
    await expect(client({ baseUrl: "http://127.0.0.1:1" }).payment(TOKEN)).rejects.toHaveProperty("cause")
    answer = () => undefined
    expect(await refusal(client({ timeout: 20 }).payment(TOKEN))).toEqual(GONE)
  })

  it("stops with the reason of the abort signal, and sends nothing if it is already aborted", async () => {
    const own = new AbortController()
    answer = () => own.abort(new Error("the shopper left"))
    await expect(client().payment(TOKEN, { signal: own.signal })).rejects.toThrow("the shopper left")
    await expect(client().renew(TOKEN, {}, { signal: own.signal })).rejects.toThrow("the shopper left")
    expect(seen).toHaveLength(1)
  })
})
