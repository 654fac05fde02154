import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { text } from "node:stream/consumers"
import { type Sandbox, startSandbox } from ".."
import { call, createdId, refusal } from "./helpers"

/** Sends a request like a browser. Node's fetch does not allow to set Host, Origin and Sec-Fetch-Site freely. */
async function post(url: string, headers: Record<string, string>, body = "") {
  const sent = request(url, { method: "POST", headers, agent: false }).end(body)
  const [response] = (await once(sent, "response")) as [IncomingMessage]
  return { status: response.statusCode, location: response.headers.location, text: await text(response) }
}

describe("the sandbox's controls and page", () => {
  let sandbox: Sandbox
  let id: string
  beforeEach(async () => {
    sandbox = await startSandbox({ deliveryRetryMs: [] })
    id = await createdId(sandbox)
  })
  afterEach(() => sandbox.close())

  const control = (path: string, body: unknown = "") => call(sandbox, `/sandbox/${path}`, body)
  const answerOf = async (path: string, body?: unknown) => (await control(path, body)).json()
  const read = async (name: string) => (await call(sandbox, `/sandbox/${name}.json`)).json()
  const page = async () => (await call(sandbox, "/sandbox")).text()

  it("pay, confirm, expire and pay late over HTTP, as the page offers it for each status", async () => {
    expect(await page()).toContain(`payments/${id}/pay"`)
    expect(await answerOf(`payments/${id}/expire`)).toMatchObject({ status: "expired" })
    expect(await page()).toContain(`payments/${id}/pay-late"`)
    expect(await answerOf(`payments/${id}/pay-late`, { complete: false })).toMatchObject({ status: "confirming" })
    expect(await page()).toContain("Add a confirmation")
    expect(await answerOf(`payments/${id}/confirm`, { confirmations: 2 })).toMatchObject({ status: "completed" })
    expect(await page()).toContain("Send the event again")
    expect(await refusal(await control(`payments/${id}/pay`))).toEqual([409, "already_completed"])
    expect(await read("payments")).toMatchObject([{ id, status: "completed" }])
  })

  it("report a made-up word to the store, expired or not, until the payer pays", async () => {
    const told = async () => (await call(sandbox, `/v1/store-api/payments/${id}`)).json()
    expect(await page()).toContain('name="status" value="underpaid"')
    await answerOf(`payments/${id}/report`, { status: "underpaid", confirmations: 3 })
    expect(await told()).toEqual({ id, status: "underpaid", confirmations: 3 })
    await answerOf(`payments/${id}/report`, { status: "<odd>" })
    sandbox.expire(id)
    expect(await told()).toEqual({ id, status: "<odd>", confirmations: 1 })
    expect(await page()).toContain("Reported as &lt;odd&gt;")
    sandbox.payLate(id, { complete: false })
    expect(await told()).toEqual({ id, status: "confirming", confirmations: 0 })
    expect(await page()).not.toMatch(/Reported as|report"/)
    expect(await refusal(await control(`payments/${id}/report`, { status: "overpaid" }))).toEqual([409, "already_paid"])
  })

  it("disturb every call, or the lookups of one payment, until the faults are cleared", async () => {
    const other = await createdId(sandbox)
    const statusOf = async (one: string) => (await call(sandbox, `/v1/store-api/payments/${one}`)).status
    await control("faults", { status: 503, times: 9, payment: id })
    expect(await createdId(sandbox)).toMatch(/^pay_/)
    expect([await statusOf(other), await statusOf(id)]).toEqual([200, 503])
    await control("faults", { status: 500, times: 9 })
    expect([await statusOf(other), await statusOf(id)]).toEqual([500, 503])
    expect(await answerOf("faults/clear")).toEqual({})
    expect([await statusOf(other), await statusOf(id)]).toEqual([200, 200])
  })

  it("rotate and retire an endpoint's secret, and change the settings", async () => {
    const endpoint = await answerOf("endpoints", { url: "http://127.0.0.1:9/hook", secret: "a" })
    const rotated = await answerOf(`endpoints/${endpoint.id}/rotate`, { secret: "b" })
    expect(rotated).toMatchObject({ secret: "b", previousSecret: "a" })
    expect(await answerOf(`endpoints/${endpoint.id}/retire`)).toMatchObject({ previousSecret: null })
    const switches = { storeEnabled: false, delivering: false, perMinuteCap: 5 }
    const settings = { ...switches, unavailable: ["USDT on base", "USDT on polygon"] }
    expect(await answerOf("settings", { ...switches, wallet: { asset: "USDT", available: false } })).toEqual(settings)
    expect(await read("settings")).toEqual(settings)
  })

  it.each([
    ["payments/pay_unknown/pay", "", [404, "not_found"]],
    ["payments/x/steal", "", [404, "not_found"]],
    ["settings", "{", [400, "invalid_request"]],
    ["settings", { perMinuteCap: -1 }, [400, "invalid_request"]],
    ["endpoints", { url: "javascript:alert(1)" }, [400, "invalid_request"]],
    ["payments/:id/pay", { amount: "5" }, [400, "invalid_request"], "There is no field amount here"],
    ["endpoints", { url: "http://127.0.0.1:9", name: "a" }, [400, "invalid_request"], "field name"],
    ["settings", { wallet: { asset: "BTC", available: true, net: "a" } }, [400, "invalid_request"], "field net"],
    ["payments/:id/report", { status: "" }, [400, "invalid_request"], "status"],
    ["faults", { on: "create", delayMs: 0, hangUp: false }, [400, "invalid_request"], "changes nothing"],
    ["faults", { status: 500, times: 0 }, [400, "invalid_request"], "times"],
    ["faults", { status: 500, on: "create", payment: "x" }, [400, "invalid_request"], "payment"],
    ["faults", { status: 500, payment: "pay_unknown" }, [404, "not_found"]],
    ["drain", { wait: 1 }, [400, "invalid_request"], "field wait"],
  ])("refuse a request to %s with the body %j", async (path, body, expected, words = "") => {
    const answer = await control(path.replace(":id", id), body)
    expect(await answer.clone().text()).toContain(words)
    expect(await refusal(answer)).toEqual(expected)
  })

  const form = { "content-type": "application/x-www-form-urlencoded" }
  const pay = () => `${sandbox.url}/sandbox/payments/${id}/pay`

  it("accept the page's own form, also with nested fields, and redirect to the page", async () => {
    const headers = { ...form, origin: sandbox.url, "sec-fetch-site": "same-origin" }
    const posted = await post(pay(), headers, "complete=false&confirmations=")
    expect(posted).toMatchObject({ status: 303, location: "/sandbox" })
    expect(sandbox.payment(id)?.status).toBe("confirming")
    const fields = "wallet.asset=USDC&wallet.chain=base&wallet.available=false"
    await post(`${sandbox.url}/sandbox/settings`, headers, fields)
    expect(sandbox.settings().unavailable).toEqual(["USDC on base"])
  })

  it.each([
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ origin: "http://evil.example" }],
    [{ origin: "null" }],
    [{ origin: "http://evil.example", host: "evil.example", "sec-fetch-site": "same-origin" }],
  ])("refuse another site's form (%j)", async (headers) => {
    expect((await post(pay(), { ...form, ...headers })).status).toBe(403)
    expect(sandbox.payment(id)?.status).toBe("awaiting_payment")
  })

  it("show on the page why a form was refused", async () => {
    sandbox.pay(id)
    const shown = { status: 409, text: expect.stringContaining('role="alert">The payment has cleared already.') }
    expect(await post(pay(), { ...form, origin: sandbox.url })).toMatchObject(shown)
  })

  it("show data from outside as text, on a page that runs only its own script", async () => {
    sandbox.registerEndpoint({ url: "http://127.0.0.1/'\"<script>x()</script>", secret: "<b>" })
    await call(sandbox, "/v1/store-api/<img src=x>")
    const response = await call(sandbox, "/sandbox")
    const policy = response.headers.get("content-security-policy") ?? ""
    const shown = await response.text()
    expect(shown).toContain("&lt;b&gt;")
    expect(shown).toContain("connection test")
    expect(shown).toContain("&#39;&quot;&lt;script&gt;")
    expect(shown).not.toMatch(/<b>|<img|<script>x/)
    expect(policy).toContain("default-src 'none'")
    expect(shown).toContain(`<script nonce="${/script-src 'nonce-([^']+)'/.exec(policy)?.[1]}">`)
    expect(shown.match(/<script|<style/g)).toHaveLength(2)
  })
})
