import { ADMIN_ROUTES } from "../../src/api/admin/crypto-payments/route-table"
import { ADMIN_BASE, adminRoutes } from "../support/admin-routes"
import { rowOf } from "../support/crypto-payments"
import { deliver } from "../support/events"
import { createHttp } from "../support/http"
import { describeShop } from "../support/medusa"
import { paymentRows, storedEvents } from "../support/module-rows"
import { openCart, statusPath } from "../support/shopper"

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`

/** JSON that breaks careless code: values that are not text, or that throw when they are converted to text. */
const HOSTILE: readonly [what: string, json: string][] = [
  ["an object that no text can be made of", '{"toString":1,"valueOf":1}'],
  ["such an object in another", '{"a":{"toString":null,"valueOf":{}}}'],
  ["a list that no text can be made of", '[[{"toString":{},"valueOf":[]}]]'],
  ["an object whose JSON is not its own", '{"toJSON":1}'],
  ["a prototype", '{"__proto__":null}'],
  ["a constructor", '{"constructor":{"prototype":null}}'],
  ["a number", "1e308"],
  ["a list of the right word", '["BTC"]'],
  ["a list of nothing", "[null]"],
  ["a text of 30 kB", JSON.stringify("x".repeat(30_000))],
  ["half a character", '"\\ud800"'],
  ["half a character for a name", '{"\\udfff":1}'],
  ["a NUL", '"a\\u0000b"'],
  ["two thousand lists in each other", nested(2_000)],
]

/** The POST routes of the admin's API with the fields of their bodies, or with an invented one. */
const POSTS = Object.entries(ADMIN_ROUTES).flatMap(([key, route]): [path: string, fields: string[]][] => {
  if (!("body" in route) || !route.body) return []
  const { body } = route
  const fields = Object.keys(("shape" in body ? body : body.out).shape)
  return [[key.replace("POST ", ""), fields.length > 0 ? fields : ["anything"]]]
})

describeShop("hostile input", {}, (shop) => {
  const JSON_TYPE = "application/json"
  const FORM_TYPE = "application/x-www-form-urlencoded"
  /** The answers of a test that it does not allow. */
  const wrong: string[] = []
  afterEach(() => expect(wrong.splice(0)).toEqual([]))

  const post = async (path: string, body: string, headers: Readonly<Record<string, string>>, type = JSON_TYPE) => {
    const init = { method: "POST", headers: { ...headers, "content-type": type }, body }
    const answer = await fetch(shop.url + path, { ...init, redirect: "manual" })
    return { status: answer.status, text: await answer.text() }
  }

  it("causes no 5xx answer as a body or as a field of any admin POST route", async () => {
    const { data } = await openCart(shop)
    const { id } = await rowOf(shop.container, data.payment_id)
    expect(POSTS).toHaveLength(adminRoutes().filter(({ method }) => method === "POST").length)
    for (const [path, fields] of POSTS) {
      const url = ADMIN_BASE + path.replace(":id", path.startsWith("/connections") ? "default" : id)
      // Our own parser reads settings of up to 128 kB.
      for (const [what, json] of [...HOSTILE, ["sixty thousand lists in each other", nested(60_000)] as const]) {
        for (const body of [json, ...fields.map((field) => `{"${field}":${json}}`)]) {
          const { status } = await post(url, body, shop.admin.headers)
          if (status >= 500) wrong.push(`${path} ${body.slice(0, 60)} (${what}): ${status}`)
        }
      }
    }
  })

  it("gets 400 as a shopper's choice of asset, and causes no request to the service", async () => {
    const { data } = await openCart(shop)
    const asked = shop.sandbox.requests().length
    const cart = await shop.store.makeCart()
    const { payment_collection } = await shop.store.post("/store/payment-collections", { cart_id: cart.id })
    const sessions = `/store/payment-collections/${payment_collection.id}/payment-sessions`
    for (const [what, json] of HOSTILE) {
      for (const choice of [json, `{"asset":${json}}`, `{"asset":"USDC","chain":${json}}`]) {
        const calls: [string, string][] = [
          [`${statusPath(data.token)}/quote`, choice],
          [sessions, `{"provider_id":"pp_crypto_default","data":${choice}}`],
        ]
        for (const [path, body] of calls) {
          const { status, text } = await post(path, body, shop.store.headers)
          if (status !== 400) wrong.push(`${path} ${body.slice(0, 90)} (${what}): ${status} ${text.slice(0, 200)}`)
        }
      }
    }
    expect(shop.sandbox.requests()).toHaveLength(asked)
  })

  it("gets 303, 400 or 413 as a form of the pay page", async () => {
    const forms: [body: string, type: string][] = [
      ...HOSTILE.map(([, json]): [string, string] => [`{"choice":${json}}`, JSON_TYPE]),
      ...HOSTILE.map(([, json]): [string, string] => [json, JSON_TYPE]),
      ["choice[toString]=1&choice[valueOf]=1", FORM_TYPE],
      ["choice[]=BTC&choice[]=LTC", FORM_TYPE],
      ["toString=1&valueOf=1&hasOwnProperty=1", FORM_TYPE],
      ["choice=toString:valueOf", FORM_TYPE],
      ["choice=BTC%00", FORM_TYPE],
      ["__proto__[asset]=LTC", FORM_TYPE],
      ["constructor[prototype][asset]=LTC", FORM_TYPE],
    ]
    let token = ""
    for (const [index, [body, type]] of forms.entries()) {
      // The limit is ten requests a minute for a token.
      if (index % 10 === 0) token = (await openCart(shop)).data.token
      const { status } = await post(`/crypto-payments/${token}`, body, {}, type)
      if (![303, 400, 413].includes(status)) wrong.push(`${body.slice(0, 60)}: ${status}`)
    }
  })

  it("gets 400, 404 or 409 with a NUL in the URL of any route, in a payout and in an admin's payment session", async () => {
    const { collection, data } = await openCart(shop)
    const { id } = await rowOf(shop.container, data.payment_id)
    const admin = adminRoutes().filter(({ path }) => path.includes(":id"))
    const lists = ["payments?connection_id=", "payments?order_id=a", "events?payment_id=", "events?connection_id[]="]
    const searches = ["payments?q=", "payouts?payment_id=", "payouts?q=", "attention?q=", "export?connection_id="]
    const payout = { amount: "25.50", sent: "0.0004", address: "a\0", transaction_id: "t\0", note: "n\0" }
    const session = { provider_id: "pp_crypto_default", data: { asset: "BTC\0" } }
    const calls: [method: string, path: string, body?: object][] = [
      ...admin.map(({ method, path }): [string, string] => [method, ADMIN_BASE + path.replace(":id", "%00")]),
      ...[...lists, ...searches].map((path): [string, string] => ["GET", `${ADMIN_BASE}/${path}%00`]),
      ["POST", `${ADMIN_BASE}/connections/default`, { signature_header: "x\0" }],
      ["POST", `${ADMIN_BASE}/connections/default`, { cleared_statuses: ["a\0"] }],
      ["POST", `${ADMIN_BASE}/payments/${id}/close`, { note: "a\0b" }],
      ["POST", `${ADMIN_BASE}/payments/${id}/payouts`, payout],
      ["POST", `/admin/payment-collections/${collection}/payment-sessions`, session],
      ["POST", "/hooks/crypto-payments/%00"],
      ["GET", "/store/crypto-payments/%00"],
      ["POST", "/store/crypto-payments/%00/quote"],
      ["GET", "/crypto-payments/%00"],
    ]
    for (const [method, path, body = {}] of calls) {
      const headers = { ...(path.startsWith("/admin") ? shop.admin : shop.store).headers, "content-type": JSON_TYPE }
      const sent = method === "POST" ? { body: JSON.stringify(body) } : {}
      const { status } = await fetch(shop.url + path, { method, headers, ...sent })
      if (![400, 404, 409].includes(status)) wrong.push(`${method} ${path}: ${status}`)
    }
  })

  it("causes no 5xx answer in the query of a GET route of admin, shopper or pay page, and pollutes no prototype", async () => {
    const { data } = await openCart(shop)
    const { id } = await rowOf(shop.container, data.payment_id)
    const names = ["fields", "limit", "offset", "order", "q", "status", "id", "region_id", "created_at[$gte]", "lang"]
    const paths = [
      ...adminRoutes()
        .filter(({ method }) => method === "GET")
        .map(({ path }) => ADMIN_BASE + path.replace(":id", path.startsWith("/connections") ? "default" : id)),
      "/store/crypto-payments/options",
      statusPath(data.token),
      `/crypto-payments/${data.token}`,
    ]
    for (const path of paths) {
      for (const name of [...names, "format", "anything"]) {
        const query = `${name}[toString]=1&${name}[valueOf]=1&${name}[__proto__]=LTC&__proto__[asset]=LTC`
        const headers = { ...(path.startsWith("/admin") ? shop.admin : shop.store).headers }
        const answer = await fetch(`${shop.url}${path}?${query}`, { headers })
        await answer.text()
        if (answer.status >= 500) wrong.push(`${path}?${query}: ${answer.status}`)
      }
    }
    expect(({} as { asset?: unknown }).asset).toBeUndefined()
  })

  it("gets 200 in signed events, which are stored and change no payment", async () => {
    const { data } = await openCart(shop)
    for (const [what, json] of HOSTILE) {
      for (const body of [`{"type":${json}}`, `{"type":"payment.completed","id":${json},"data":{"id":${json}}}`]) {
        const { status, text } = await deliver(shop, body)
        if (status !== 200) wrong.push(`${body.slice(0, 60)} (${what}): ${status} ${text.slice(0, 100)}`)
      }
    }
    expect(await storedEvents(shop.container)).toHaveLength(2 * HOSTILE.length)
    expect((await rowOf(shop.container, data.payment_id)).status).toBe("awaiting_payment")
    expect(await paymentRows(shop.container)).toHaveLength(1)
  })

  it("gains nothing as forged session data or as an X-Forwarded-Host header", async () => {
    const victim = await shop.store.openSession(await shop.store.makeCart())
    const cart = await shop.store.makeCart()
    const { payment_collection } = await shop.store.post("/store/payment-collections", { cart_id: cart.id })
    const claims = {
      ...victim.data,
      ...{ session_id: victim.id, status: "settled", completed_at: new Date().toISOString(), captured: true },
      pay_amount: { base: "1", asset: "BTC", decimals: 8, display: "0.00000001" },
      amount: { minor: 1, currency: "USD" },
    }
    const attacker = createHttp(shop.url, { ...shop.store.headers, "x-forwarded-host": "evil.example.com" })
    const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`
    const answer = await attacker.post(path, { provider_id: "pp_crypto_default", data: claims })
    const data: typeof victim.data & { session_id: string } = answer.payment_collection.payment_sessions[0].data
    const row = await rowOf(shop.container, data.payment_id)
    const own = ["payment_id", "token", "address", "uri", "pay_url", "session_id"] as const
    for (const field of own) expect(data[field]).not.toBe((claims as Record<string, unknown>)[field])
    expect(data).toMatchObject({ status: "awaiting_payment", token: row.token, amount: { minor: 2550 } })
    expect(row).toMatchObject({ status: "awaiting_payment", completed_at: null, pay_amount_base: data.pay_amount.base })
    expect(JSON.stringify(answer)).not.toContain("evil")
    expect((await shop.orderOf((await shop.store.placeOrder(cart)).orderId)).captures).toEqual([])
    expect((await rowOf(shop.container, victim.data.payment_id)).session_id).toBe(victim.id)
  })
})
