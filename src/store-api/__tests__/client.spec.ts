import { inspect } from "node:util"
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import { type OnRequest, StoreApiClient } from "../client"
import { StoreApiError } from "../outcome"
import type { CreatePaymentRequest } from "../wire"
import { payment } from "./support/payment"
import { type Answer, closeServers, freePort, json, serve, serveRaw, serveSelfSigned, text } from "./support/servers"

const API_KEY = "pk_test_CANARYpublic"
const SECRET_KEY = "sk_test_CANARYsecret"
const AUTHORIZATION = `Basic ${Buffer.from(`${API_KEY}:${SECRET_KEY}`).toString("base64")}`
const NOW = Date.UTC(2026, 0, 1)

const request: CreatePaymentRequest = { asset: "BTC", amount: { minor: 500, currency: "USD" } }
const status = { id: "pay_1", status: "completed", confirmations: 3 }

const clients: StoreApiClient[] = []
const thrown: unknown[] = []

/** A client whose waits are recorded and take no time; each wait moves its clock. */
function clientOf(
  baseUrl: string,
  options: Partial<ConstructorParameters<typeof StoreApiClient>[0]> & { onSleep?: () => Promise<unknown> } = {},
) {
  const { onSleep, ...transport } = options
  const waits: number[] = []
  let now = NOW
  const client = new StoreApiClient(
    { baseUrl, apiKey: API_KEY, secretKey: SECRET_KEY, allowPrivate: true, ...transport },
    {
      now: () => now,
      random: () => 0,
      sleep: async (milliseconds) => {
        waits.push(milliseconds)
        now += milliseconds
        await onSleep?.()
      },
    },
  )
  clients.push(client)
  return Object.assign(client, { waits })
}

/** A service that gives these answers, and a client of it. */
async function serving(answers: Answer | Answer[], options?: Parameters<typeof clientOf>[1]) {
  const server = await serve(answers)
  return { server, client: clientOf(server.url, options) }
}

async function failure(promise: Promise<unknown>): Promise<StoreApiError> {
  const error = await promise.then(
    () => {
      throw new Error("it succeeded")
    },
    (reason: unknown) => reason,
  )
  thrown.push(error)
  if (!(error instanceof StoreApiError)) throw error
  return error
}

const created = (client: StoreApiClient) => client.createPayment(request)
const lookedUp = (client: StoreApiClient) => client.getPayment("pay_1")

/** Expects this failure of a creation and of a lookup, without a wait. */
async function expectNoRetry(client: ReturnType<typeof clientOf>, expected: Partial<StoreApiError>) {
  for (const call of [created, lookedUp]) expect(await failure(call(client))).toMatchObject(expected)
  expect(client.waits).toEqual([])
}

/** The same, of a service that gives this answer, which got each of them once. */
async function expectBothRefused(answer: Answer, expected: Partial<StoreApiError>) {
  const { server, client } = await serving(answer)
  await expectNoRetry(client, expected)
  expect(server.seen).toHaveLength(2)
}

/** Expects this failure of a creation, after as many requests and these waits. */
async function expectRefused(answer: Answer, expected: object, requests = 1, waits: number[] = []) {
  const { server, client } = await serving(answer)
  expect(await failure(created(client))).toMatchObject(expected)
  expect(server.seen).toHaveLength(requests)
  expect(client.waits).toEqual(waits)
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  await closeServers()
})

const SECRETS = [API_KEY, SECRET_KEY, "CANARY", AUTHORIZATION, AUTHORIZATION.slice("Basic ".length)]

/** Searches every error that the client threw for keys, in every form in which errors are logged. */
afterEach(() => {
  for (const error of thrown.splice(0) as Error[]) {
    const texts = [error.message, error.stack, String(error), inspect(error, { depth: Infinity, showHidden: true })]
    const own = JSON.stringify(error, Object.getOwnPropertyNames(error))
    const forms = [...texts, JSON.stringify(error), own].join("\n")
    for (const secret of SECRETS) expect(forms).not.toContain(secret)
  }
})

describe("a service that answers correctly", () => {
  it("gets the documented request, also with a part of a millisecond left, and the client returns its answer", async () => {
    const { server, client } = await serving(json(201, payment))
    const full = { ...request, asset: "USDC", chain: "base", payerIp: "203.0.113.7" } as const
    expect(await client.createPayment(full, 3333.5)).toEqual(payment)
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]).toMatchObject({
      method: "POST",
      path: "/v1/store-api/payments",
      headers: { authorization: AUTHORIZATION, "content-type": "application/json", accept: "application/json" },
    })
    expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual(full)
  })

  it("gets a status lookup without a body, with the payment id encoded in its path", async () => {
    const id = "a/b?c=d100%\r\nпл"
    const { server, client } = await serving(json(200, { ...status, id }))
    expect(await client.getPayment(id, { timeoutMs: 1666.5 })).toEqual({ ...status, id })
    const path = "/v1/store-api/payments/a%2Fb%3Fc%3Dd100%25%0D%0A%D0%BF%D0%BB"
    expect(server.seen[0]).toMatchObject({ method: "GET", path, body: "", headers: { authorization: AUTHORIZATION } })
    expect(server.seen[0]?.headers).not.toHaveProperty("content-type")
  })

  it.each(["/base", "/base/", "/a/b//"])("may be under the path %s", async (path) => {
    const server = await serve(json(201, payment))
    await clientOf(server.url + path).createPayment(request)
    expect(server.seen[0]?.path).toBe(`${path.replace(/\/+$/, "")}/v1/store-api/payments`)
  })

  it("gets several requests over one socket, also after refusals", async () => {
    const { server, client } = await serving(
      [json(201, payment), json(409, { code: "store_disabled" }), json(404, {}), json(200, status)],
      { connections: 1 },
    )
    await created(client)
    await failure(created(client))
    await failure(lookedUp(client))
    await lookedUp(client)
    expect(server.seen).toHaveLength(4)
    expect(server.connections()).toBe(1)
  })
})

describe("the connection to the service", () => {
  it("is retried for a creation too if it was refused, because the service received nothing", async () => {
    const port = await freePort()
    const onSleep = () => serve(json(201, payment), port)
    const client = clientOf(`http://127.0.0.1:${port}`, { onSleep })
    expect(await created(client)).toEqual(payment)
    expect(client.waits).toEqual([100])
  })

  it.each([
    ["127.0.0.1", "ECONNREFUSED"],
    ["localhost", "ECONNREFUSED"],
    ["nowhere.invalid", expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/)],
  ])("fails after three failed attempts at %s, with the system's own error code", async (host, detail) => {
    const client = clientOf(`http://${host}:${await freePort()}`)
    const expected = { code: "connect_failed", status: 0, retryable: true, detail }
    expect(await failure(created(client))).toMatchObject(expected)
    expect(client.waits).toEqual([100, 200])
  })

  it("is not made to a name in a private network, for any call, and is not retried", async () => {
    const server = await serve(json(201, payment))
    const client = clientOf(`http://localhost:${server.port}`, { allowPrivate: false })
    await expectNoRetry(client, { code: "private_address", status: 0, retryable: false })
    expect(server.connections()).toBe(0)
  })

  it("is retried after its own timeout, but not after a reset that follows", async () => {
    const server = await serveRaw((socket, nth) => {
      if (nth > 1) socket.resetAndDestroy()
    })
    // A server that accepts TCP and never answers the TLS handshake.
    const client = clientOf(server.url.replace("http:", "https:"), { connectTimeoutMs: 100 })
    expect(await failure(created(client))).toMatchObject({ code: "connection_lost", status: 0 })
    expect(server.connections()).toBe(2)
  })

  it("fails for a self-signed certificate, without a request and without a retry", async () => {
    const server = await serveSelfSigned()
    await expectNoRetry(clientOf(server.url), { code: "tls_failed", status: 0, retryable: false })
    expect([server.requests(), server.connections()]).toEqual([0, 2])
  })
})

const HEAD = "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n"

it.each<[string, string, "reset" | "end"]>([
  ["is reset before its headers", "", "reset"],
  ["is closed before its headers", "", "end"],
  ["is reset in the middle of its body", `${HEAD}Content-Length: 500\r\n\r\n{"id"`, "reset"],
  ["is closed in the middle of its body", `${HEAD}Content-Length: 500\r\n\r\n{"id"`, "end"],
  ["is reset between two chunks", `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n`, "reset"],
])("an incomplete answer %s: a creation is not repeated, but a lookup is", async (_, written, how) => {
  const server = await serveRaw((socket) => {
    const leave = () => (how === "end" ? socket.end() : socket.resetAndDestroy())
    if (written === "") leave()
    else socket.write(written, () => setTimeout(leave, 10))
  })
  const client = clientOf(server.url)
  expect(await failure(created(client))).toMatchObject({ code: "connection_lost", retryable: true })
  expect(server.requests()).toBe(1)
  expect(client.waits).toEqual([])
  expect(await failure(lookedUp(client))).toMatchObject({ code: "connection_lost" })
  expect(server.requests()).toBe(1 + 3)
  expect(client.waits).toEqual([100, 200])
})

const TIMEOUT_MS = 500

const drip: Answer = (response) => {
  response.writeHead(201)
  const timer = setInterval(() => response.write(" "), 10)
  response.on("close", () => clearInterval(timer))
}

const slow: [string, Answer][] = [
  ["hangs before its headers", () => {}],
  ["hangs in its body", (response) => response.writeHead(201, { "content-length": "500" }).write('{"id"')],
  ["sends its body slowly without end", drip],
]

it.each(slow)("a service that %s gets a creation and a lookup once, which fail at the deadline", async (_, answer) => {
  const server = await serve([answer, answer, json(201, payment)])
  const client = new StoreApiClient({ baseUrl: server.url, apiKey: API_KEY, secretKey: SECRET_KEY })
  clients.push(client)
  const began = performance.now()
  const calls = [client.createPayment(request, TIMEOUT_MS), client.getPayment("pay_1", { timeoutMs: TIMEOUT_MS })]
  const errors = await Promise.all(calls.map(failure))
  for (const error of errors) expect(error).toMatchObject({ code: "timeout", retryable: true })
  expect(performance.now() - began).toBeGreaterThanOrEqual(TIMEOUT_MS - 5)
  expect(server.seen).toHaveLength(2)
  // They do not affect the next request.
  expect(await created(client)).toEqual(payment)
})

describe("a service that asks to wait", () => {
  const date = (milliseconds: number) => new Date(NOW + milliseconds).toUTCString()
  const WAITS = { code: "rate_limited", retryAfter: 60 }

  it("with 429 is reported to the other servers, with its seconds, before the wait", async () => {
    const told: string[] = []
    const { client } = await serving([json(429, {}, { "retry-after": "2" }), json(201, payment)], {
      onThrottled: async (seconds) => told.push(`throttled for ${seconds} s`),
      onSleep: async () => told.push("waited"),
    })
    expect((await created(client)).id).toBe(payment.id)
    expect(told).toEqual(["throttled for 2 s", "waited"])
  })

  it.each<[string, left: number[], Answer, waits: number[], requests: number, end: object]>([
    ["asked only after a wait that another server reported", [2, 0], json(201, payment), [2000], 1, payment],
    ["not asked at all if another server reported a wait of 60 seconds", [60], json(503, {}), [], 0, WAITS],
    ["not asked a second time if another server reports it in between", [0, 60], json(503, {}), [100], 1, WAITS],
  ])("is %s", async (_, left, answer, waits, requests, end) => {
    const onThrottled = jest.fn()
    const { server, client } = await serving(answer, { throttledFor: async () => left.shift() as number, onThrottled })
    expect(await created(client).catch((error) => error)).toMatchObject(end)
    expect(client.waits).toEqual(waits)
    expect(server.seen).toHaveLength(requests)
    expect(onThrottled).not.toHaveBeenCalled()
  })

  it("is asked again after the time that it gives as seconds or a date, as long as a shopper can wait", async () => {
    const answers = [json(429, {}, { "retry-after": "2" }), json(503, {}, { "retry-after": date(5000) })]
    const { client } = await serving([...answers, json(201, payment)])
    expect(await created(client)).toEqual(payment)
    expect(client.waits).toEqual([2000, 3000])
    await expectRefused(json(503, {}, { "retry-after": date(8_000) }), { status: 503, retryAfter: 8, retryable: true })
  })

  it("without a valid Retry-After is not asked again with 429, and twice with a page of 503, after growing waits", async () => {
    const expected = { code: "rate_limited", status: 429, retryAfter: undefined, retryable: true }
    await expectRefused(json(429, {}, { "retry-after": "soon" }), expected)
    // The status says what is wrong, not words on a proxy's page.
    const page = text(503, "<html><h1>503</h1>rate_limited</html>", { "content-type": "text/html" })
    await expectRefused(page, { code: "http_503", status: 503, retryable: true }, 3, [100, 200])
  })
})

const LARGE = "x".repeat(2 * 1024 * 1024)
const IN_CHUNKS = { "transfer-encoding": "chunked" }

describe("an answer that is refused", () => {
  it.each<[number, string, Answer, object]>([
    [409, "with a known code", json(409, { error: { code: "store_disabled" } }), { code: "store_disabled" }],
    [401, "without a code", json(401, ""), { code: "invalid_credentials" }],
    [404, "without a code", json(404, ""), { code: "http_404" }],
    [202, "with a payment", json(202, payment), { code: "http_202" }],
    [204, "without a body", text(204, ""), { code: "http_204" }],
    [206, "with a payment", json(206, payment), { code: "http_206" }],
    [201, "of two megabytes with a length", text(201, LARGE), { code: "response_too_large" }],
    [201, "of two megabytes in chunks", text(201, LARGE, IN_CHUNKS), { code: "response_too_large" }],
  ])("%i %s: by its code, and neither a creation nor a lookup is repeated", async (status, _, answer, why) => {
    await expectBothRefused(answer, { status, retryable: false, ...why })
  })

  it.each([301, 302, 303, 307, 308])("a redirect %i: the other server gets no request and no key", async (code) => {
    const other = await serve(json(201, payment))
    const redirect = text(code, "", { location: `${other.url}/v1/store-api/payments` })
    await expectBothRefused(redirect, { code: "unexpected_redirect", status: code, retryable: false })
    expect(other.connections()).toBe(0)
  })
})

describe("an answer in another form", () => {
  function raw(bytes: string): Answer {
    return (response) => response.socket?.end(bytes)
  }

  it.each<[string, Answer]>([
    ["is empty", text(201, "")],
    ["is an HTML page", text(201, "<html></html>", { "content-type": "text/html" })],
    ["is incomplete JSON", text(201, JSON.stringify(payment).slice(0, -1))],
    ["is an array", json(201, [payment])],
    ["is not HTTP", raw("SSH-2.0-OpenSSH_9.6\r\n")],
    ["has a Content-Length that is not a number", raw("HTTP/1.1 201 OK\r\nContent-Length: x\r\n\r\n")],
  ])("to a creation that %s is refused, and the creation is not repeated", async (_, answer) => {
    await expectRefused(answer, { code: "malformed_response", retryable: false })
  })

  it("is refused with the names of its wrong fields, and without their values", async () => {
    const wrong = { ...payment, address: 7, payAmount: { ...payment.payAmount, base: "CANARY" } }
    await expectRefused(json(201, wrong), { message: "payment service: malformed_response (address, payAmount.base)" })
  })

  it("is accepted if it has additional fields, and they are left out", async () => {
    const more = { ...payment, later: { a: 1 } }
    // A complete payment with 200 instead of 201 means the same.
    const { client } = await serving([json(201, more), json(200, more), json(200, { ...status, later: 1 })])
    expect(await created(client)).toEqual(payment)
    expect(await created(client)).toEqual(payment)
    expect(await lookedUp(client)).toEqual(status)
  })

  it.each<[string, Answer]>([
    ["of another payment", json(200, { ...status, id: "pay_2" })],
    ["of the same id in uppercase letters", json(200, { ...status, id: "PAY_1" })],
  ])("to a lookup %s is refused, so it proves no payment", async (_, answer) => {
    const { server, client } = await serving(answer)
    expect((await failure(lookedUp(client))).code).toBe("malformed_response")
    expect(server.seen).toHaveLength(1)
  })

  function encoded(code: number, encoding: string, body: Buffer, headers = {}): Answer {
    return (response) => response.writeHead(code, { "content-encoding": encoding, ...headers }).end(body)
  }
  const bytes = (body: unknown) => Buffer.from(JSON.stringify(body))

  it.each<[string, (body: Buffer) => Buffer]>([
    ["gzip", gzipSync],
    ["X-GZIP", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
    ["identity", (body) => body],
  ])("with the content encoding %s is read", async (encoding, compress) => {
    const { client } = await serving([
      encoded(201, encoding, compress(bytes(payment))),
      encoded(200, encoding, compress(bytes(status))),
      encoded(409, encoding, compress(bytes({ error: { code: "store_disabled" } }))),
    ])
    expect(await created(client)).toEqual(payment)
    expect(await lookedUp(client)).toEqual(status)
    expect((await failure(created(client))).code).toBe("store_disabled")
  })

  // The fastest level, because compressing takes longer than the test.
  const BROTLI_FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
  it.each<[string, (body: Buffer) => Buffer]>([
    ["gzip", (body) => gzipSync(body, { level: 1 })],
    ["deflate", (body) => deflateSync(body, { level: 1 })],
    ["br", (body) => brotliCompressSync(body, BROTLI_FAST)],
  ])("that %s shrinks from 200 megabytes is refused as too large", async (encoding, compress) => {
    const small = compress(Buffer.alloc(200 * 1024 * 1024, " "))
    expect(small.length).toBeLessThan(1024 * 1024)
    await expectRefused(encoded(201, encoding, small), { code: "response_too_large", retryable: false })
  })

  it.each<[string, string, Buffer]>([
    ["that is not compressed as it says", "gzip", bytes(payment)],
    ["that is cut off", "gzip", gzipSync(bytes(payment)).subarray(0, -12)],
    ["in an unknown encoding", "compress", bytes(payment)],
    ["in two encodings", "gzip, br", brotliCompressSync(gzipSync(bytes(payment)))],
    ["in the encoding of a built-in name", "constructor", bytes(payment)],
  ])("%s is refused as malformed, and a refusal keeps its status", async (_, encoding, body) => {
    const { client } = await serving([
      encoded(201, encoding, body),
      encoded(401, encoding, body),
      encoded(429, encoding, body, { "retry-after": "60" }),
    ])
    expect(await failure(created(client))).toMatchObject({ code: "malformed_response", retryable: false })
    expect((await failure(created(client))).code).toBe("invalid_credentials")
    expect(await failure(created(client))).toMatchObject({ code: "rate_limited", retryAfter: 60 })
  })
})

describe("the API keys", () => {
  it("are in no error, even if the service sends them back", async () => {
    const body = { code: AUTHORIZATION, error: { message: SECRET_KEY } }
    const echo = [401, 403, 409, 500, 201].map((code) => json(code, body, { "x-echo": AUTHORIZATION }))
    const { server, client } = await serving(echo)
    // After each test the thrown errors are searched for keys.
    for (const _ of echo) await failure(created(client))
    expect(server.seen).toHaveLength(echo.length)
  })

  it("are not visible in the client object", () => {
    const forms = (client: unknown) => inspect(client, { depth: Infinity, showHidden: true }) + JSON.stringify(client)
    const client = clientOf("http://127.0.0.1:9")
    for (const secret of SECRETS) expect(forms(client)).not.toContain(secret)
  })
})

it("onRequest gets every attempt with its result and no payment id, and also a request that got no answer", async () => {
  const calls: object[] = []
  const onRequest: OnRequest = (sent) => {
    const call = { ...sent }
    calls.push(call)
    return ({ status, code }) => void Object.assign(call, { status, code })
  }
  const { client } = await serving([json(500, {}), json(200, status), json(201, payment)], { onRequest })
  expect(await lookedUp(client)).toEqual(status)
  await created(client)
  await failure(clientOf(`http://127.0.0.1:${await freePort()}`, { onRequest }).getPayment("pay_1", { attempts: 1 }))
  const about = { method: "GET", route: "/v1/store-api/payments/{id}", host: "127.0.0.1" }
  expect(calls).toEqual([
    { ...about, attempt: 1, status: 500, code: "http_500" },
    { ...about, attempt: 2, status: 200, code: undefined },
    { ...about, method: "POST", route: "/v1/store-api/payments", attempt: 1, status: 201, code: undefined },
    { ...about, attempt: 1, status: 0, code: "connect_failed" },
  ])
})

it("a closed client cancels the running request, and sends no new one", async () => {
  const { server, client } = await serving(() => {})
  const underWay = failure(created(client))
  while (server.seen.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await client.close()
  expect((await underWay).code).toBe("connection_lost")
  expect((await failure(created(client))).code).toBe("connection_lost")
  expect(server.seen).toHaveLength(1)
})
