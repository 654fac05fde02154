import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { text } from "node:stream/consumers"
import { closeServers } from "../../store-api/__tests__/support/servers"
import { type Sandbox, startSandbox } from ".."
import { call, create, createdId, refusal, startReceiver } from "./helpers"

/** Sends a request like a browser. Node's fetch does not allow to set Host, Origin and Sec-Fetch-Site freely. */
async function post(url: string, headers: Record<string, string>, body = "") {
  const sent = request(url, { method: "POST", headers, agent: false }).end(body)
  const [response] = (await once(sent, "response")) as [IncomingMessage]
  return { status: response.statusCode, location: response.headers.location, text: await text(response) }
}

describe("the sandbox's controls over HTTP", () => {
  let sandbox: Sandbox
  let id: string
  beforeEach(async () => {
    sandbox = await startSandbox({ deliveryRetryMs: [] })
    id = await createdId(sandbox)
  })
  afterEach(() => Promise.all([sandbox.close(), closeServers()]))

  const control = (path: string, body: unknown = "") => call(sandbox, `/sandbox/${path}`, { body })
  const answerOf = async (path: string, body?: unknown) => (await control(path, body)).json()
  const read = async (name: string) => (await call(sandbox, `/sandbox/${name}.json`)).json()

  it("pay and confirm a payment, and refuse to pay it twice", async () => {
    expect(await answerOf(`payments/${id}/pay`, { complete: false })).toMatchObject({ status: "confirming" })
    expect(await answerOf(`payments/${id}/confirm`, { confirmations: 2 })).toMatchObject({ status: "completed" })
    expect(await refusal(await control(`payments/${id}/pay`))).toEqual([409, "already_completed"])
  })

  it("expire a quote, and pay it late", async () => {
    expect(await answerOf(`payments/${id}/expire`)).toMatchObject({ status: "expired" })
    expect(await answerOf(`payments/${id}/pay-late`)).toMatchObject({ status: "completed" })
  })

  it("register an endpoint, rotate its secret, send to it and remove it", async () => {
    const { url, received } = await startReceiver(200)
    const endpoint = (await answerOf("endpoints", { url, secret: "a" })) as { id: string }
    const rotated = await answerOf(`endpoints/${endpoint.id}/rotate`, { secret: "b" })
    expect(rotated).toMatchObject({ secret: "b", previousSecret: "a" })
    expect(await answerOf(`endpoints/${endpoint.id}/retire`)).toMatchObject({ previousSecret: null })
    expect(await answerOf(`payments/${id}/deliver`, { times: 2 })).toMatchObject(Array(2).fill({ status: 200 }))
    expect(await answerOf("drain")).toEqual({})
    expect((await control(`endpoints/${endpoint.id}/remove`)).status).toBe(200)
    expect(await refusal(await control(`endpoints/${endpoint.id}/remove`))).toEqual([404, "not_found"])
    expect(received).toHaveLength(2)
  })

  it("change the settings, and set up a fault for the next call", async () => {
    const switches = { storeEnabled: false, delivering: false, perMinuteCap: 5 }
    const settings = { ...switches, unavailable: ["USDT on base", "USDT on polygon"] }
    const wallet = { asset: "USDT", available: false }
    expect(await answerOf("settings", { ...switches, wallet })).toEqual(settings)
    expect(await read("settings")).toEqual(settings)
    await control("faults", { on: "create", status: 502 })
    expect((await create(sandbox)).status).toBe(502)
  })

  it("list payments, requests, deliveries and endpoints", async () => {
    expect(await read("payments")).toMatchObject([{ id, status: "awaiting_payment" }])
    expect(await read("requests")).toMatchObject([{ method: "POST", status: 201 }])
    expect([await read("deliveries"), await read("endpoints")]).toEqual([[], []])
  })

  it.each([
    ["payments/pay_unknown/pay", "", [404, "not_found"]],
    ["payments/x/steal", "", [404, "not_found"]],
    ["nothing", "", [404, "not_found"]],
    ["settings", "{", [400, "invalid_request"]],
    ["settings", { perMinuteCap: -1 }, [400, "invalid_request"]],
    ["endpoints", { url: "javascript:alert(1)" }, [400, "invalid_request"]],
  ])("refuse a request to %s with the body %j", async (path, body, expected) => {
    expect(await refusal(await control(path, body))).toEqual(expected)
  })

  describe("from a browser", () => {
    const form = { "content-type": "application/x-www-form-urlencoded" }
    const path = () => `${sandbox.url}/sandbox/payments/${id}/pay`

    it("accept the page's own form and redirect to the page", async () => {
      const headers = { ...form, origin: sandbox.url, "sec-fetch-site": "same-origin" }
      const posted = await post(path(), headers, "complete=false&confirmations=")
      expect(posted).toMatchObject({ status: 303, location: "/sandbox" })
      expect(sandbox.payment(id)?.status).toBe("confirming")
    })

    it("accept nested fields from a form", async () => {
      const fields = "wallet.asset=USDC&wallet.chain=base&wallet.available=false"
      await post(`${sandbox.url}/sandbox/settings`, { ...form, origin: sandbox.url }, fields)
      expect(sandbox.settings().unavailable).toEqual(["USDC on base"])
    })

    it.each([
      [{ "sec-fetch-site": "cross-site" }],
      [{ "sec-fetch-site": "same-site" }],
      [{ origin: "http://evil.example" }],
      [{ origin: "null" }],
      [{ origin: "http://evil.example", host: "evil.example", "sec-fetch-site": "same-origin" }],
    ])("refuse another site's form (%j)", async (headers) => {
      expect((await post(path(), { ...form, ...headers })).status).toBe(403)
      expect(sandbox.payment(id)?.status).toBe("awaiting_payment")
    })

    it("show on the page why a form was refused", async () => {
      sandbox.pay(id)
      const shown = { status: 409, text: expect.stringContaining('role="alert">The payment has cleared already.') }
      expect(await post(path(), { ...form, origin: sandbox.url })).toMatchObject(shown)
    })
  })
})
