import { Modules } from "@medusajs/framework/utils"
import { undocumented } from "../openapi/validator"
import { ONE, read, save } from "../support/admin-connections"
import { cryptoPayments, payUntil, placeNoted } from "../support/crypto-payments"
import { heardOf, linesOf } from "../support/heard"
import { describeShop } from "../support/medusa"
import { refusalOf } from "../support/shopper"
import type { SessionWish } from "../support/store"
import { until } from "../support/until"

const JSON_ONLY = { headers: { accept: "application/json" } }
const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

const withoutNonces = (text: string): string => text.replaceAll(/nonce="[^"]+"/g, "")
const pagePath = (token: string): string => `/crypto-payments/${token}`

const STOREFRONT = "https://shop.example.com"
const BACKEND = "https://medusa.example.com/behind-a-proxy"
const env = {
  CRYPTO_PAYMENTS_BACKEND_URL: `${BACKEND}/`,
  CRYPTO_PAYMENTS_STOREFRONT_URL: STOREFRONT,
  CRYPTO_PAYMENTS_FRAME_ORIGINS: `${STOREFRONT}, https://checkout.example.com`,
}

/** The sites above may frame this answer, and no others. */
function expectFramable({ headers }: { headers: Headers }): void {
  const [, ancestors] = headers.get("content-security-policy")?.split("; frame-ancestors ") ?? []
  expect(ancestors).toBe(`${STOREFRONT} https://checkout.example.com`)
  expect(headers.get("x-frame-options")).toBeNull()
}

describeShop("the pay page", { env }, (shop) => {
  /** As a browser without scripts. It follows no redirects, so that a test can check them. */
  const open = async (path: string, init: RequestInit = {}) => {
    const headersOf = { ...HTML, ...(init.headers as Record<string, string>) }
    const response = await fetch(shop.url + path, { redirect: "manual", ...init, headers: headersOf })
    const text = await response.text()
    const { status, headers } = response
    const isJson = headers.get("content-type")?.includes("json")
    expect(undocumented(init.method ?? "GET", path, status, isJson ? JSON.parse(text) : text)).toEqual([])
    return { status, headers, text }
  }
  const submit = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    // Browsers send this origin from a page with the policy no-referrer to a URL that is not https.
    open(path, { method: "POST", body: new URLSearchParams(fields), headers: { origin: "null", ...headers } })
  /** Noting the order changes the page, which shows its number. Its reads must not count as the page's. */
  const placeOrder = async (session?: SessionWish) => {
    const placed = await placeNoted(shop, {}, session)
    return { ...placed, path: pagePath(placed.token) }
  }

  it("shows amount, address and expiry to anyone with the link, no data about the shopper and no internal ids", async () => {
    const { cart, data, row, path, orderId } = await placeOrder({ asset: "USDC", chain: "base" })
    const { status, headers, text } = await open(path)
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8")
    const { order } = await shop.admin.get(`/admin/orders/${orderId}?fields=display_id`)
    for (const said of [
      ...['<bdi translate="no">Base</bdi>.', '<svg class="qr"', "$25.50", "Test mode", `Order ${order.display_id}`],
      ...[`data-copy="${data.pay_amount.display}"`, `data-copy="${data.address}"`, `href="${STOREFRONT}"`],
      ...[`href="${data.uri.replaceAll("&", "&amp;")}"`, `data-until="${data.quote_expires_at}"`],
      ...[/<dt>1 × [^<]+<\/dt><dd>\$15\.50</, "<dt>Delivery</dt><dd>$10.00<", "<dt>Total</dt><dd>$25.50<"],
    ]) {
      expect(text).toEqual(said instanceof RegExp ? expect.stringMatching(said) : expect.stringContaining(said))
    }
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(30_000)
    const own = [cart.id, orderId, row.id, row.external_id, row.session_id as string, row.payment_collection_id]
    for (const word of ["Ada", "shopper@example.com", "Main St", ...own]) expect(text).not.toContain(word)
  })

  it("has an absolute link in session, order and event when the backend URL is configured", async () => {
    const told = heardOf(shop, "crypto_payment.awaiting_payment")
    const { data, path, orderId } = await placeOrder()
    const link = BACKEND + path
    expect(data.pay_url).toBe(link)
    const event = await until("the store is told", () => told.find(({ order_id }) => order_id === orderId))
    expect(event.pay_url).toBe(link)
    const { order } = await shop.admin.get(`/admin/orders/${orderId}?fields=metadata`)
    expect(order.metadata.crypto_payment).toEqual({ token: data.token, pay_url: link })
  })

  it("allows only its own script and style by a new nonce, and sends no-store, no-referrer and noindex with every answer", async () => {
    const { path } = await placeOrder()
    const [first, second] = [await open(path), await open(path)]
    const policy = first.headers.get("content-security-policy") ?? ""
    const nonce = /script-src 'nonce-([\w-]{22})'/.exec(policy)?.[1]
    expect(policy).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${STOREFRONT} https://checkout.example.com`,
    )
    expect(second.headers.get("content-security-policy")).not.toBe(policy)
    expect(first.text).toContain(`<script nonce="${nonce}">`)
    for (const { headers } of [first, second]) {
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("x-frame-options")).toBeNull()
      expect(headers.get("set-cookie")).toBeNull()
    }
    const answers = [
      ...[first, second, await open(path, { method: "HEAD" }), await open(`${path}?format=json`)],
      ...[await submit(path), await submit(path, {}, { "sec-fetch-site": "cross-site" }), await open(pagePath("x"))],
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 303, 403, 404])
    for (const { headers } of answers) {
      expect(headers.get("cache-control")).toBe("no-store")
      expect(headers.get("referrer-policy")).toBe("no-referrer")
      expect(headers.get("x-robots-tag")).toBe("noindex, nofollow")
    }
  })

  it("previews and shows the admin's logo, color and support link, and serves the logo as immutable", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const logo = `data:image/svg+xml;base64,${svg.toString("base64")}`
    const look = { logo, accent_color: "#FFD400", support_link: "mailto:help@example.com" }
    const { path } = await placeOrder()
    const { page: preview } = await shop.admin.post(`${ONE}/preview`, look)
    expect(preview).toContain(`<img src="${logo}" alt="">`)
    expect(preview).toContain("--main:#ffd400")
    expect((await read(shop.admin)).logo.value).toBeNull()

    const saved = await save(shop.admin, look)
    const name = saved.logo.value as string
    expect([saved.accent_color.value, saved.support_link.value]).toEqual(["#ffd400", look.support_link])
    const pages = [await open(path), await open(`${path}/`), await open(pagePath("nothing"))]
    for (const [at, folder] of ["./", "../", "./"].entries()) {
      expect(pages[at]?.text).toContain(`<img src="${folder}logo/${name}" alt="">`)
      expect(pages[at]?.text).toContain(`href="${look.support_link}"`)
      expect(pages[at]?.headers.get("content-security-policy")).toContain("; img-src data: 'self'; ")
    }

    const file = await open(pagePath(`logo/${name}`))
    expect([file.status, file.text, file.headers.get("content-type")]).toEqual([200, `${svg}`, "image/svg+xml"])
    expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(file.headers.get("content-security-policy")).toMatch(/sandbox$/)
    const other = await open(pagePath(`logo/x${name.slice(1)}`))
    expect([other.status, other.headers.get("cache-control")]).toEqual([404, "no-store"])
    const reads = jest.spyOn(cryptoPayments(shop.container), "connection")
    expect((await open(pagePath("logo/guessed.png"))).status).toBe(404)
    expect(reads.mock.calls).toEqual([])
    await open(pagePath(`logo/y${name.slice(1)}`))
    expect(reads.mock.calls.filter(([, atMostMs]) => atMostMs !== undefined)).toEqual([["default", 1000]])

    const wrong = { logo: "data:image/png;base64,AAAA", accent_color: "red", support_link: "javascript:alert(1)" }
    for (const at of [ONE, `${ONE}/preview`]) {
      const { body } = await refusalOf(shop.admin.post(at, wrong))
      const fields = Object.keys(wrong).map((field) => expect.objectContaining({ field }))
      expect(body).toMatchObject({ code: "setting_invalid", fields })
    }
    await save(shop.admin, { logo: null, accent_color: null, support_link: null })
    expect((await open(path)).text).not.toMatch(/<img|rel="icon"|#ffd400/)
  })

  it("answers every invalid token and every malformed path with the same 404 page", async () => {
    const { data } = await placeOrder()
    const wrong = `${data.token.startsWith("A") ? "B" : "A"}${data.token.slice(1)}`
    const tokens = [wrong, "x", "%00", "A".repeat(22), "..%2f..%2fadmin", "a".repeat(3_000)]
    const unreadable = ["%", "%zz", "%E0%A4%A", "%ff%fe"]
    const pages = await Promise.all([...tokens, ...unreadable].map((token) => open(pagePath(token))))
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([404]))
    expect(new Set(pages.map(({ text }) => withoutNonces(text))).size).toBe(1)
    expect(pages[0]?.text).toContain("<title>This payment page does not exist · Margin Press</title>")
    for (const page of pages) expect(page.headers.get("cache-control")).toBe("no-store")
    pages.forEach(expectFramable)
    expect(await submit(pagePath(wrong))).toMatchObject({ status: 404 })
    for (const token of [wrong, "%ff"]) {
      const { status, headers, text } = await open(pagePath(token), JSON_ONLY)
      const vary = pages[0]?.headers.get("vary")
      expect([status, headers.get("vary"), JSON.parse(text).code]).toEqual([404, vary, "unknown_payment"])
    }
  })

  it("shows no address for a canceled order, and tells a shopper who paid to ask the shop", async () => {
    const { path, data, orderId } = await placeOrder()
    await shop.admin.post(`/admin/orders/${orderId}/cancel`)
    const { text } = await open(path)
    expect(text).toContain("This order was canceled")
    for (const gone of [data.address, data.uri, '<svg class="qr"', "<form"]) expect(text).not.toContain(gone)
    expect(await submit(path)).toMatchObject({
      status: 409,
      text: expect.stringMatching(/role="alert">This order was canceled/),
    })
    const { attention_reason } = await payUntil(shop, data.payment_id, "attention")
    expect(attention_reason).toBe("order_canceled")
    expect((await shop.orderOf(orderId)).captures).toEqual([])
    expect((await open(path)).text).toMatch(/Paid, but the order was canceled.*Ask the shop about your money\./s)
  })

  it("answers 503 with a translated page that reloads when the database fails, hides the error, and logs the payment's ids", async () => {
    const { path, row } = await placeOrder()
    const { payments } = cryptoPayments(shop.container)
    const broken = jest.spyOn(payments, "byToken").mockRejectedValue(new Error("the database is away"))
    const log = linesOf(shop)
    const { status, headers, text } = await open(`${path}?lang=de`)
    expect(status).toBe(503)
    expect(text).toContain("Das ist zurzeit nicht möglich")
    expect(text).toContain('<meta http-equiv="refresh" content="10">')
    expect(text).not.toContain("the database is away")
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("retry-after")).toBe("10")
    expectFramable({ headers })
    expect(await submit(path)).toMatchObject({ status: 503 })
    const news = await open(`${path}?format=json`)
    expect(news).toMatchObject({ status: 503, text: expect.stringContaining('"code":"service_unavailable"') })
    expect(log.lines[0]).toMatchObject({ level: "error", code: "pay_page_failed", detail: "the database is away" })

    broken.mockResolvedValueOnce(row)
    const unavailable = await submit(path)
    expect(unavailable.status).toBe(503)
    expectFramable(unavailable)
    const about = { payment_id: row.id, external_payment_id: row.external_id, connection_id: "default" }
    expect(log.lines.at(-1)).toMatchObject({ code: "pay_page_failed", detail: "the database is away", ...about })
    log.stop()
    broken.mockRestore()
    expect(await open(path)).toMatchObject({ status: 200 })
  })

  it("returns its state as JSON at the same URL, with a new version when the payment arrived, and then offers no payment", async () => {
    const { path, data } = await placeOrder()
    const asked = async () => {
      const { payment, ...rest } = JSON.parse((await open(path, JSON_ONLY)).text)
      return { ...rest, ...payment }
    }
    const before = await asked()
    const { token, address } = data
    expect(before).toMatchObject({ token, status: "waiting", address, next_poll_seconds: expect.any(Number) })
    const page = await open(path)
    expect(page.text).toContain(`data-version="${before.version}"`)
    expect((await asked()).version).toBe(before.version)
    const byQuery = await open(`${path}?format=json`)
    expect(byQuery.headers.get("content-type")).toContain("application/json")
    expect(byQuery.headers.get("cache-control")).toBe("no-store")
    // A cache must not give a program the page, nor a browser the JSON.
    for (const { headers } of [page, byQuery]) expect(headers.get("vary")).toMatch(/^Accept, |, Accept, /)

    await payUntil(shop, data.payment_id, "settled")
    const after = await asked()
    expect(after).toMatchObject({ status: "paid", address: null, uri: null, next_poll_seconds: null })
    expect(after.version).not.toBe(before.version)
    const { text } = await open(path)
    expect(text).toContain("Thank you. Your payment has arrived.")
    expect(text).not.toContain(data.uri)
    expect(text).toContain(`/address/${data.address}" target="_blank" rel="noreferrer">${data.address}</a>`)
  })

  it("refuses an unknown or unavailable asset, or any while the service is unavailable, and keeps the current address", async () => {
    const { path, data } = await placeOrder()
    shop.sandbox.setWallet("USDC", "base", false)
    const refused = await submit(path, { choice: "USDC:base" })
    shop.sandbox.setWallet("USDC", "base", true)
    expect(refused.status).toBe(409)
    expect(refused.headers.get("cache-control")).toBe("no-store")
    expect(refused.text).toMatch(
      /USDC on Base((?!<li>).)*This cryptocurrency is not available right now\. Choose another one\./,
    )
    expect(refused.text).toContain(data.address)
    const { text } = await open(path)
    expect(text).toMatch(/USDC on Base <small>Not available right now/)
    expect(text).toContain('value="USDC:polygon"')
    const unknown = await submit(path, { choice: "XMR" })
    expect(unknown.status).toBe(400)
    expect(unknown.text).toContain("This cryptocurrency is not available right now")

    shop.sandbox.setStoreEnabled(false)
    const unavailable = await submit(path, { choice: "LTC" })
    expect(unavailable.status).toBe(503)
    expect(unavailable.text).toContain("This is not available right now. Try again later.")
    expect(unavailable.text).toContain(data.address)
  })

  it("refuses forms from other sites with 403, and accepts its own", async () => {
    const { path } = await placeOrder()
    const made = shop.sandbox.payments().length
    const sites = ["cross-site", "same-site"].map((site) => ({ "sec-fetch-site": site }))
    for (const headers of [...sites, { origin: "https://evil.example.com" }]) {
      expect((await submit(path, { choice: "LTC" }, headers)).status).toBe(403)
    }
    expect(shop.sandbox.payments()).toHaveLength(made)
    const own: Record<string, string>[] = [{ "sec-fetch-site": "same-origin" }, { origin: shop.url }]
    for (const headers of own) {
      const { status, headers: answered } = await submit(`${path}?lang=de`, { choice: "LTC" }, headers)
      expect([status, answered.get("location")]).toEqual([303, expect.stringMatching(/^\.\/[\w-]{22}\?lang=de/)])
    }
  })

  it("answers 429 to too many requests, says how long to wait, and reloads automatically", async () => {
    const { path } = await placeOrder()
    // The limits count by the minute, which must not end during the test.
    jest.spyOn(performance, "now").mockReturnValue(performance.now())
    const again = async (times: number, ask: () => ReturnType<typeof open>) => {
      for (let time = 0; time < times; time++) await ask()
      return ask()
    }
    for (const last of [
      await again(10, () => submit(`${path}?lang=pl`)),
      await again(60, () => open(`${path}?lang=pl`, { method: "HEAD" })).then(() => open(`${path}?lang=pl`)),
    ]) {
      expect(last.status).toBe(429)
      const wait = Number(last.headers.get("retry-after"))
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(60)
      expect(last.text).toContain("Zbyt wiele")
      expect(last.text).toMatch(/<nav class="bar">\s*<p><strong>[^<]+<\/strong><\/p>/)
      // The page reloads itself without a script, and has a link for shoppers who do not wait.
      expect(last.text).toContain(`<meta http-equiv="refresh" content="${wait}">`)
      expect(last.text).toMatch(/<a class="button main" href="">Spróbuj ponownie/)
      expect(last.headers.get("cache-control")).toBe("no-store")
      expectFramable(last)
    }
  })

  it("prefers the requested language, then the order's language, then the browser's", async () => {
    const { path, orderId } = await placeOrder()
    const headers = { "accept-language": "nl, en;q=0.5" }
    const language = async (query = "") => /<html lang="(\w+)"/.exec((await open(path + query, { headers })).text)?.[1]
    expect(await language()).toBe("nl")
    await shop.container.resolve(Modules.ORDER).updateOrders(orderId, { locale: "pl-PL" })
    expect(await language()).toBe("pl")
    expect(await language("?lang=ar")).toBe("ar")
  })
})
