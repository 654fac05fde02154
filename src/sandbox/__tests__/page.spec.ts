import { type Sandbox, startSandbox } from ".."
import { call, createdId, startReceiver } from "./helpers"

describe("the sandbox's page", () => {
  let sandbox: Sandbox
  beforeEach(async () => {
    sandbox = await startSandbox({ deliveryRetryMs: [] })
  })
  afterEach(() => sandbox.close())

  const page = async () => (await call(sandbox, "/sandbox")).text()

  it("is the target of the redirect from the root path", async () => {
    const response = await call(sandbox, "/")
    expect([response.status, response.headers.get("location")]).toEqual([303, "/sandbox"])
  })

  it("shows payments newest first, with amount, address and pay button", async () => {
    const first = await createdId(sandbox, { asset: "DOGE", amount: { minor: 1200, currency: "JPY" } })
    const second = await createdId(sandbox, { asset: "USDC", chain: "base", amount: { minor: 5, currency: "KWD" } })
    const text = await page()
    expect(text.indexOf(second)).toBeLessThan(text.indexOf(first))
    for (const shown of ["1200 JPY", "0.005 KWD", sandbox.payment(first)?.address ?? "-", `payments/${second}/pay"`]) {
      expect(text).toContain(shown)
    }
  })

  it("offers the actions that fit each status", async () => {
    const id = await createdId(sandbox)
    sandbox.expire(id)
    expect(await page()).toContain(`payments/${id}/pay-late"`)
    sandbox.payLate(id, { complete: false })
    expect(await page()).toContain("Add a confirmation")
    sandbox.confirm(id, 2)
    expect(await page()).toContain("Send the event again")
  })

  it("shows the status of a failed delivery", async () => {
    const { url, close } = await startReceiver(418)
    sandbox.registerEndpoint({ url })
    sandbox.pay(await createdId(sandbox))
    await sandbox.drain()
    expect(await page()).toMatch(/<li class="bad"[^>]*>418<\/li>/)
    await close()
  })

  it("rotates an endpoint's secret, and retires the old one", async () => {
    const { id, secret } = sandbox.registerEndpoint({ url: "http://127.0.0.1:9/hook" })
    expect(await page()).not.toContain(`endpoints/${id}/retire`)
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    const press = (verb: string) => call(sandbox, `/sandbox/endpoints/${id}/${verb}`, { headers, body: "" })
    await press("rotate")
    const rotated = sandbox.endpoints()[0]
    expect(rotated?.previousSecret).toBe(secret)
    expect(await page()).toContain(rotated?.secret as string)
    await press("retire")
    expect(sandbox.endpoints()[0]).toMatchObject({ secret: rotated?.secret, previousSecret: null })
  })

  it("shows data from outside as text, never as markup", async () => {
    sandbox.registerEndpoint({ url: "http://127.0.0.1/'\"<script>x()</script>", secret: "<b>" })
    await call(sandbox, "/v1/store-api/<img src=x>", {})
    const text = await page()
    expect(text).toContain("&lt;b&gt;")
    expect(text).toContain("&#39;&quot;&lt;script&gt;")
    expect(text).not.toMatch(/<b>|<img|<script>x/)
  })

  it("runs only its own script and style, and links to no other site", async () => {
    const response = await call(sandbox, "/sandbox")
    const policy = response.headers.get("content-security-policy") ?? ""
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1]
    const text = await response.text()
    expect(policy).toContain("default-src 'none'")
    expect(text).toContain(`<script nonce="${nonce}">`)
    expect(text.match(/<script|<style/g)).toHaveLength(2)
    expect(text).not.toMatch(/https?:\/\/(?!127\.0\.0\.1|localhost)/)
  })
})
