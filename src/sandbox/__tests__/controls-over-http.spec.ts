import { request } from "node:http"
import { type Sandbox, startSandbox } from ".."
import { call, create, createdId, refusal, startReceiver } from "./helpers"

type Posted = { status: number; location: string | undefined; text: string }

/** Sends a request like a browser. Node's fetch does not allow to set Host, Origin and Sec-Fetch-Site freely. */
function post(url: string, headers: Record<string, string>, body = ""): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers, agent: false }, (response) => {
      let text = ""
      response.on("data", (chunk) => {
        text += chunk
      })
      response.on("end", () => resolve({ status: response.statusCode ?? 0, location: response.headers.location, text }))
    })
    sent.on("error", reject).end(body)
  })
}

describe("the sandbox's controls over HTTP", () => {
  let sandbox: Sandbox
  let id: string
  beforeEach(async () => {
    sandbox = await startSandbox({ deliveryRetryMs: [] })
    id = await createdId(sandbox)
  })
  afterEach(() => sandbox.close())

  const control = (path: string, body: unknown = "") => call(sandbox, `/sandbox/${path}`, { body })

  it("pay and confirm a payment, and refuse to pay it twice", async () => {
    expect(await (await control(`payments/${id}/pay`, { complete: false })).json()).toMatchObject({
      status: "confirming",
    })
    expect(await (await control(`payments/${id}/confirm`)).json()).toMatchObject({ confirmations: 1 })
    expect(await (await control(`payments/${id}/confirm`, { confirmations: 2 })).json()).toMatchObject({
      status: "completed",
    })
    expect(await refusal(await control(`payments/${id}/pay`))).toEqual([409, "already_completed"])
  })

  it("expire a quote, and pay it late", async () => {
    expect(await (await control(`payments/${id}/expire`)).json()).toMatchObject({ status: "expired" })
    expect(await (await control(`payments/${id}/pay-late`)).json()).toMatchObject({ status: "completed" })
  })

  it("register an endpoint, rotate its secret, send to it and remove it", async () => {
    const { url, received, close } = await startReceiver(200)
    const registered = await control("endpoints", { url, secret: "a" })
    expect(registered.status).toBe(201)
    const endpoint = (await registered.json()) as { id: string }
    expect(await (await control(`endpoints/${endpoint.id}/rotate`, { secret: "b" })).json()).toMatchObject({
      secret: "b",
      previousSecret: "a",
    })
    expect(await (await control(`endpoints/${endpoint.id}/retire`)).json()).toMatchObject({ previousSecret: null })
    expect(await (await control(`payments/${id}/deliver`, { times: 2 })).json()).toMatchObject([
      { status: 200 },
      { status: 200 },
    ])
    expect(await (await control("drain")).json()).toEqual({})
    expect((await control(`endpoints/${endpoint.id}/remove`)).status).toBe(200)
    expect(await refusal(await control(`endpoints/${endpoint.id}/remove`))).toEqual([404, "not_found"])
    expect(received).toHaveLength(2)
    await close()
  })

  it("change the settings", async () => {
    const wallet = { asset: "USDT", available: false }
    const answer = await control("settings", { storeEnabled: false, delivering: false, perMinuteCap: 5, wallet })
    const settings = {
      storeEnabled: false,
      delivering: false,
      perMinuteCap: 5,
      unavailable: ["USDT on base", "USDT on polygon"],
    }
    expect(await answer.json()).toEqual(settings)
    expect(await (await call(sandbox, "/sandbox/settings.json")).json()).toEqual(settings)
  })

  it("set up a fault for the next call", async () => {
    await control("faults", { on: "create", status: 502 })
    expect((await create(sandbox)).status).toBe(502)
  })

  it("list payments, requests, deliveries and endpoints", async () => {
    const read = async (name: string) => (await call(sandbox, `/sandbox/${name}.json`)).json()
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
      expect(await post(path(), headers, "complete=false&confirmations=")).toMatchObject({
        status: 303,
        location: "/sandbox",
      })
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
      const { status, text } = await post(path(), { ...form, origin: sandbox.url })
      expect([status, text.includes('role="alert">The payment has cleared already.')]).toEqual([409, true])
    })
  })
})
