import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { connect } from "node:net"
import { Modules } from "@medusajs/framework/utils"
import type { Refusal } from "../../src/api/admin/crypto-payments/contract"
import { SecretBox } from "../../src/modules/crypto-payments/secrets/secret-box"
import { closeServers, json, serve } from "../../src/store-api/__tests__/support/servers"
import { contextOf } from "../../src/workflows/context"
import { deleteOldData } from "../../src/workflows/retention/delete-old-data"
import { authorization, CHANGES, enterKeys, expectRefusal, LIST, ONE, read, save } from "../support/admin-connections"
import { ADMIN_BASE } from "../support/admin-routes"
import { clockAhead, minutesFromNow } from "../support/clock"
import { MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, placePaid } from "../support/crypto-payments"
import { deliver } from "../support/events"
import { expectErrors, NO_QUOTE } from "../support/expect-errors"
import { createHttp } from "../support/http"
import { describeShop } from "../support/medusa"
import { knexOf, patchConnection } from "../support/module-rows"
import { logged } from "../support/secrets"
import { expectRefused, pathOfOptions, refusalOf, shopperOf } from "../support/shopper"

const EVENT = { type: "payment.completed", data: { id: "pay_unknown" } }

afterEach(closeServers)

describeShop("a connection that is entered in the admin", { keysInAdmin: true }, (shop) => {
  expectErrors(/aborted/, NO_QUOTE)

  const rotate = (endpoint_secret: unknown, previous_valid_until: unknown) =>
    shop.admin.post(`${ONE}/endpoint-secret`, { endpoint_secret, previous_valid_until })
  const soon = () => minutesFromNow(60).toISOString()
  const NEXT = "whsec_the_next_one"

  const reasons = async () => {
    const { health } = await shop.admin.get(`${ADMIN_BASE}/health`)
    return health.reasons.map(({ level, code }: Record<string, string>) => `${level} ${code}`)
  }

  it("takes no payment and no event while settings are missing, and tells the shopper, the service and the admin", async () => {
    expect(await read(shop.admin)).toMatchObject({
      id: "default",
      provider_id: "pp_crypto_default",
      test_mode: null,
      ready: false,
      missing: ["base_url", "api_key", "secret_key", "endpoint_secret"],
      problems: [],
      base_url: { value: null, source: "default", option: "baseUrl", variable: "CRYPTO_PAYMENTS_BASE_URL" },
      secret_key: { set: false, source: null, last_four: null, readable: true, set_at: null, set_by: null },
      encryption_ready: true,
      webhook: { url: shop.webhookUrl, last_event: null, last_refused: null },
      health: { status: "unknown", lookups_wait_until: null },
      actions: [],
    })
    expect(await shop.store.get(pathOfOptions(shop.seed.regions.usd))).toEqual({ options: [] })
    expect(await reasons()).toEqual(["failing setup_incomplete"])
    await expectRefused(shop.store.openSession(await shop.store.makeCart()), "payment_method_unavailable", 503)
    expect(await deliver(shop, EVENT)).toMatchObject({ status: 503, code: "endpoint_secret_missing" })
    expect((await read(shop.admin)).webhook.last_refused).toMatchObject({ code: "endpoint_secret_missing" })
  })

  it("lists the open setup steps, and why an event was refused", async () => {
    const open = async () =>
      (await read(shop.admin)).checklist.flatMap(({ step, done, code }) => (done ? [] : [`${step} ${code}`]))
    expect(await open()).toEqual([
      "keys_accepted incomplete",
      "event_accepted no_secret",
      "status_words_known no_paid_event",
      "shoppers_can_ask no_contact",
    ])
    // The service is asked without the endpoint secret, so its answer counts before that is entered.
    const { url, apiKey, secretKey } = shop.sandbox
    await save(shop.admin, { base_url: url, api_key: apiKey, secret_key: `${secretKey}x` })
    await shop.admin.post(`${ONE}/connection-test`)
    expect(await open()).toContain("keys_accepted keys_refused")
    await enterKeys(shop, { unpaid_order_minutes: "off" })
    expect(await open()).toEqual(expect.arrayContaining(["keys_accepted unknown", "event_accepted no_event"]))
    expect(await open()).toContain("unpaid_orders_canceled never_canceled")
    await deliver(shop, EVENT, { signature: null })
    expect(await open()).toContain("event_accepted signature_missing")
    await deliver(shop, EVENT)
    await shop.admin.post(`${ONE}/connection-test`)
    await save(shop.admin, { unpaid_order_minutes: 60, support_link: "mailto:help@shop.example" })
    expect(await open()).toEqual(["status_words_known no_paid_event"])
    for (const region of Object.values(shop.seed.regions)) {
      await shop.admin.post(`/admin/regions/${region}`, { payment_providers: [MANUAL_PROVIDER] })
    }
    expect(await open()).toEqual(["offered_in_region no_region", "status_words_known no_paid_event"])
  })

  it("becomes ready step by step, and then sells", async () => {
    const { url, apiKey: api_key, secretKey: secret_key } = shop.sandbox
    const fields = { base_url: `${url}/`, api_key, secret_key, endpoint_secret: shop.endpointSecret }
    const missing = Object.keys(fields)
    for (const [field, value] of Object.entries(fields)) {
      expect((await save(shop.admin, { [field]: value })).missing).toEqual(missing.slice(missing.indexOf(field) + 1))
    }
    const view = await read(shop.admin)
    expect(view).toMatchObject({ ready: true, test_mode: true, base_url: { value: shop.sandbox.url, source: "admin" } })
    expect(view.secret_key).toMatchObject({ set: true, source: "admin", last_four: `…${secret_key.slice(-4)}` })
    expect(view.secret_key.set_by?.email).toBe("admin@example.com")
    const acts = missing.reverse().map((outcome) => ({ kind: "settings_changed", outcome, by: view.secret_key.set_by }))
    expect(view.actions).toMatchObject(acts)

    await placePaid(shop)
    const after = await read(shop.admin)
    expect(after.health.status).toBe("working")
    expect(after.webhook.last_event).toMatchObject({ kind: "payment.completed", error: null })
  })

  it("keeps former and new values of each change, of secrets only the last four characters", async () => {
    await enterKeys(shop)
    await save(shop.admin, { assets: ["BTC", "USDC:base"], unpaid_order_minutes: "off" })
    const { actions } = await save(shop.admin, { assets: null, secret_key: "sk_test_of_the_second" })
    const changesOf = (field: string) =>
      actions.flatMap(({ changes }) => changes ?? []).filter((one) => one.field === field)
    expect(changesOf("assets")).toEqual([
      { field: "assets", from: "BTC, USDC:base", to: null },
      { field: "assets", from: null, to: "BTC, USDC:base" },
    ])
    expect(changesOf("unpaid_order_minutes")).toEqual([{ field: "unpaid_order_minutes", from: null, to: "off" }])
    expect(changesOf("base_url")).toEqual([{ field: "base_url", from: null, to: shop.sandbox.url }])
    const entered = `…${shop.sandbox.secretKey.slice(-4)}`
    expect(changesOf("secret_key")).toEqual([
      { field: "secret_key", from: entered, to: "…cond" },
      { field: "secret_key", from: null, to: entered },
    ])
  })

  it("keeps event bodies for 90 days by default, an admin's number of days, or for ever, even if settings are missing", async () => {
    await enterKeys(shop)
    const { paymentId } = await placePaid(shop)
    const daysOn = (days: number) => deleteOldData(contextOf(shop.container, clockAhead(days * 24 * 60)))
    const [{ id, body }] = await knexOf(shop.container)("crypto_webhook_event")
    const event = async () => (await shop.admin.get(`${ADMIN_BASE}/events/${id}`)).event

    expect(await save(shop.admin, { retention_days: 0 })).toMatchObject({ retention_days: { value: "off" } })
    expect(await daysOn(1000)).toBe(0)
    await save(shop.admin, { retention_days: 30 })
    expect(await daysOn(29)).toBe(0)
    expect(await save(shop.admin, { retention_days: null })).toMatchObject({ retention_days: { value: 90 } })
    expect(await daysOn(89)).toBe(0)
    expect(await event()).toMatchObject({ body: expect.stringContaining(paymentId), body_deleted_at: null })
    await save(shop.admin, { api_key: null })
    expect(await daysOn(91)).toBe(1)
    expect(await daysOn(92)).toBe(0)
    const { body: left, body_deleted_at, external_payment_ids } = await event()
    expect([left, external_payment_ids]).toEqual(["", [paymentId]])
    expect(new Date(body_deleted_at).getTime()).toBeGreaterThan(Date.now() + 90 * 86_400_000)
    expect((await deliver(shop, JSON.parse(body))).status).toBe(200)
    expect(await event()).toMatchObject({ state: "processed", duplicates: 1, body: "" })
  })

  it("names the secret API key that changed a setting, and still answers after a request body broke off", async () => {
    const token = { title: "Deployment", type: "secret" as const, created_by: "user_1" }
    const key = await shop.container.resolve(Modules.API_KEY).createApiKeys(token)
    const robot = createHttp(shop.url, { authorization: `Basic ${Buffer.from(`${key.token}:`).toString("base64")}` })
    const { actions, secret_key } = await save(robot, { secret_key: "sk_test_by_a_robot" })
    expect(actions[0]?.by).toEqual({ id: key.id, email: null, name: "Deployment" })
    expect(secret_key.set_by?.name).toBe("Deployment")

    const { hostname, port } = new URL(shop.url)
    const socket = connect(Number(port), hostname)
    const { authorization: bearer } = await authorization(shop)
    const head = `POST ${ONE} HTTP/1.1\r\nHost: x\r\nAuthorization: ${bearer}\r\nContent-Type: application/json\r\n`
    await new Promise<void>((resolve) =>
      socket.write(`${head}Content-Length: 100\r\n\r\n{"assets":["BTC"]`, () => resolve()),
    )
    socket.destroy()
    await once(socket, "close")
    expect((await read(shop.admin)).assets.source).toBe("default")
  })

  it("never sends a secret key to an address that it was not entered for", async () => {
    await enterKeys(shop)
    const elsewhere = await serve(json(404, {}))
    await expectRefusal(save(shop.admin, { base_url: elsewhere.url }), "secret_key_wanted")
    await save(shop.admin, { base_url: null })
    await expectRefusal(save(shop.admin, { base_url: elsewhere.url }), "secret_key_wanted")
    await expectRefusal(save(shop.admin, { base_url: elsewhere.url, secret_key: null }), "setting_invalid")
    await shop.admin.post(`${ONE}/connection-test`)
    expect(elsewhere.connections()).toBe(0)
    const moved = await save(shop.admin, { base_url: elsewhere.url, secret_key: "sk_test_of_elsewhere" })
    expect(moved.base_url.value).toBe(elsewhere.url)
    await shop.admin.post(`${ONE}/connection-test`)
    for (const { headers } of elsewhere.seen) {
      const sent = Buffer.from(String(headers.authorization).slice("Basic ".length), "base64").toString()
      expect(sent).not.toContain(shop.sandbox.secretKey)
    }
    expect(elsewhere.seen).toHaveLength(2)
  })

  it("names every wrong setting, stores nothing, and changes the mode only if both keys and the address change together", async () => {
    const misfit = { display_name: "x".repeat(61), base_url: "http://127.0.0.1:1", api_key: "live_public" }
    const { body } = await refusalOf(save(shop.admin, { ...misfit, secret_key: "sk_test_1", assets: [] }))
    expect((body as Refusal).fields).toEqual([
      { field: "display_name", message: expect.stringMatching(/^must be at most 60/) },
      { field: "base_url", message: expect.stringMatching(/^must start with https/) },
      { field: "api_key", message: expect.stringContaining("different modes") },
      { field: "assets", message: expect.stringMatching(/^needs at least one/) },
    ])
    await expectRefusal(save(shop.admin, { base_url: "https://10.0.0.1" }), "setting_invalid", "allowPrivateAddress")
    const inConfig = save(shop.admin, { order_placement: "payment" })
    await expectRefusal(inConfig, "set_in_config", "environment CRYPTO_PAYMENTS_ORDER_PLACEMENT")
    const { body: mixed } = await refusalOf(save(shop.admin, { order_placement: "payment", assets: [] }))
    const both = ["assets", "order_placement"].map((field) => expect.objectContaining({ field }))
    expect(mixed).toMatchObject({ code: "setting_invalid", fields: expect.arrayContaining(both) })
    expect(await cryptoPayments(shop.container).actions.ofConnection("default", 10)).toEqual([])
    await enterKeys(shop)
    const live = { api_key: "live_public", secret_key: "live_secret_1" }
    for (const [field, key] of Object.entries(live)) {
      const { body: odd } = await refusalOf(save(shop.admin, { [field]: key }))
      expect(odd.fields).toContainEqual({ field, message: expect.stringContaining("different modes") })
    }
    await expectRefusal(save(shop.admin, live), "setting_invalid", "base_url")
    const view = await save(shop.admin, { ...live, base_url: "https://pay.example.com" })
    expect(view).toMatchObject({ ready: true, test_mode: false, health: { status: "unknown" } })
  })

  it("appears in a list that follows Medusa's conventions, and refuses unknown fields, invalid queries and unknown ids", async () => {
    const listed = { connections: [{ id: "default", ready: false }], count: 1, offset: 0, limit: 5 }
    expect(await shop.admin.get(`${LIST}?fields=id,ready&limit=5&order=-id&q=def`)).toEqual(listed)
    expect(await shop.admin.get(`${LIST}?q=other`)).toMatchObject({ connections: [], count: 0 })
    expect(await shop.admin.get(`${LIST}?id=default&offset=1`)).toMatchObject({ connections: [], count: 1 })
    expect((await refusalOf(save(shop.admin, { allow_private_address: true }))).body.message).toContain("Unrecognized")
    expect((await refusalOf(shop.admin.post(`${ONE}/connection-test`, { id: "x" }))).status).toBe(400)
    expect((await refusalOf(shop.admin.get(`${ONE}?fields=nonsense`))).status).toBe(400)
    for (const query of ["limit=-1", "limit=x", "offset=-1", "order=base_url", "nonsense=1"]) {
      expect((await refusalOf(shop.admin.get(`${LIST}?${query}`))).status).toBe(400)
    }
    const other = `${LIST}/other`
    await expectRefusal(shop.admin.get(other), "unknown_connection")
    await expectRefusal(shop.admin.post(other, {}), "unknown_connection")
    await expectRefusal(shop.admin.post(`${other}/connection-test`), "unknown_connection")
    const rotation = { endpoint_secret: "whsec_12345678", previous_valid_until: minutesFromNow(5).toISOString() }
    await expectRefusal(shop.admin.post(`${other}/endpoint-secret`, rotation), "unknown_connection")
    expect(await knexOf(shop.container)("crypto_connection").where({ id: "other" })).toEqual([])
  })

  it("reports secrets that no encryption key opens, refuses events, and works after they are entered again", async () => {
    await enterKeys(shop)
    const place = { connectionId: "default", field: "secret_key_sealed" }
    const lost = new SecretBox([randomBytes(32).toString("base64")]).seal("sk_test_lost", place)
    await patchConnection(shop, { secret_key_sealed: lost, endpoint_secret_sealed: "v1.damaged" })
    const view = await read(shop.admin)
    expect(view).toMatchObject({ ready: false, missing: ["secret_key", "endpoint_secret"] })
    for (const secret of [view.secret_key, view.endpoint_secret]) {
      expect(secret).toMatchObject({ set: true, readable: false, last_four: null, source: "admin" })
    }
    const detail = "no configured encryption key opens the stored secret key"
    expect((await shop.admin.post(`${ONE}/connection-test`)).result).toMatchObject({ code: "incomplete", detail })
    expect(await deliver(shop, EVENT)).toMatchObject({ status: 503, code: "endpoint_secret_missing" })
    await expectRefusal(rotate(NEXT, soon()), "nothing_to_rotate", "no configured encryption key")
    expect(await reasons()).toEqual(["failing secrets_unreadable"])
    expect((await enterKeys(shop)).ready).toBe(true)
    expect((await deliver(shop, EVENT)).status).toBe(200)
  })

  it("does not call a stored private address, and is ready after it is corrected", async () => {
    await enterKeys(shop)
    await patchConnection(shop, { base_url: "https://169.254.169.254/latest" })
    const problems = [{ field: "base_url", code: "base_url_private" }]
    expect(await read(shop.admin)).toMatchObject({ ready: false, problems })
    const { result } = await shop.admin.post(`${ONE}/connection-test`)
    expect(result).toMatchObject({ code: "private_address", detail: null })
    expect((await deliver(shop, EVENT)).status).toBe(200)
    expect((await enterKeys(shop)).ready).toBe(true)
  })

  describe("the rotation of the endpoint secret", () => {
    it("accepts the new secret at once, and the old one until its end date, or until an admin replaces the secret instead", async () => {
      await enterKeys(shop)
      const { connection } = await rotate(NEXT, soon())
      expect(connection.endpoint_secret).toMatchObject({
        last_four: "…_one",
        previous: { last_four: `…${shop.endpointSecret.slice(-4)}` },
      })
      const until = connection.endpoint_secret.previous.valid_until
      expect(connection.actions[0]).toMatchObject({ kind: "secret_rotated", outcome: until })
      expect((await deliver(shop, { ...EVENT, n: 1 })).status).toBe(200)
      expect((await deliver(shop, { ...EVENT, n: 2 }, { secret: NEXT })).status).toBe(200)

      await patchConnection(shop, { previous_endpoint_secret_until: minutesFromNow(-1) })
      expect(await deliver(shop, { ...EVENT, n: 3 })).toMatchObject({ status: 401, code: "signature_mismatch" })
      expect((await deliver(shop, { ...EVENT, n: 4 }, { secret: NEXT })).status).toBe(200)
      const view = await read(shop.admin)
      expect(view.endpoint_secret.previous).toBeNull()
      expect(view.webhook.last_refused).toMatchObject({ code: "signature_mismatch" })
      await rotate("whsec_the_third_one", soon())
      expect((await deliver(shop, { ...EVENT, n: 5 })).status).toBe(401)
      expect((await deliver(shop, { ...EVENT, n: 6 }, { secret: NEXT })).status).toBe(200)
      await save(shop.admin, { endpoint_secret: "whsec_after_a_leak" })
      for (const secret of [shop.endpointSecret, NEXT, "whsec_the_third_one"])
        expect((await deliver(shop, EVENT, { secret })).status).toBe(401)
      expect((await deliver(shop, EVENT, { secret: "whsec_after_a_leak" })).status).toBe(200)
    })

    it("never accepts the sandbox's secret, which everybody knows, with live keys", async () => {
      const secret = "whsec_sandbox"
      await enterKeys(shop, { endpoint_secret: secret })
      await rotate(NEXT, soon())
      expect((await deliver(shop, { ...EVENT, n: 1 }, { secret })).status).toBe(200)
      await patchConnection(shop, { api_key: "pk_live_1" })
      expect(await deliver(shop, { ...EVENT, n: 2 }, { secret })).toMatchObject({ status: 401 })
      expect((await deliver(shop, { ...EVENT, n: 3 }, { secret: NEXT })).status).toBe(200)
    })

    it("is refused without a first secret, with the same secret, or with an invalid date or secret", async () => {
      await expectRefusal(rotate(NEXT, soon()), "nothing_to_rotate")
      await enterKeys(shop)
      await expectRefusal(rotate(shop.endpointSecret, soon()), "same_secret")
      const [past, tooFar] = [minutesFromNow(-1), minutesFromNow(60 * 24 * 30 + 5)].map((date) => date.toISOString())
      for (const date of [past, tooFar, "tomorrow", 7, null, undefined]) {
        await expectRefusal(rotate(NEXT, date), "rotation_date_invalid")
      }
      for (const secret of ["short", 7, null, undefined]) {
        await expectRefusal(rotate(secret, soon()), "setting_invalid", "endpoint_secret")
      }
    })
  })

  describe("the connection test", () => {
    const test = async () => (await shop.admin.post(`${ONE}/connection-test`)).result

    it("succeeds without an endpoint secret, and creates no payment", async () => {
      const { url, apiKey, secretKey } = shop.sandbox
      await save(shop.admin, { base_url: url, api_key: apiKey, secret_key: secretKey })
      const before = shopperOf(shop).created()
      const message = expect.stringMatching(/accepts these keys/)
      expect(await test()).toMatchObject({ code: "ok", detail: null, message })
      expect(shopperOf(shop).created()).toBe(before)
      const view = await read(shop.admin)
      expect(view.health).toMatchObject({ status: "working", last_error_code: null })
      const by = { email: "admin@example.com" }
      expect(view.actions[0]).toMatchObject({ kind: "connection_tested", outcome: "ok", by })
    })

    it("reports missing settings, wrong keys, a disabled store, an outage and throttling, and makes no call while throttled", async () => {
      expect(await test()).toMatchObject({ code: "incomplete", detail: "missing: base URL, API key, secret key" })
      await enterKeys(shop, { secret_key: "sk_test_wrong_one" })
      expect(await test()).toMatchObject({ code: "keys_refused" })
      expect((await read(shop.admin)).health.status).toBe("keys_refused")
      expect((await enterKeys(shop)).health.status).toBe("unknown")
      shop.sandbox.interfere({ on: "lookup", status: 409, body: { code: "store_disabled" } })
      expect(await test()).toMatchObject({ code: "store_disabled" })
      expect((await read(shop.admin)).health.status).toBe("store_disabled")
      shop.sandbox.interfere({ on: "lookup", status: 503, body: "" })
      expect(await test()).toMatchObject({ code: "outage", detail: "HTTP 503" })
      shop.sandbox.interfere({ on: "lookup", status: 429, headers: { "Retry-After": "40" }, body: {} })
      expect(await test()).toMatchObject({ code: "throttled" })
      const calls = shop.sandbox.requests().length
      expect(await test()).toMatchObject({ code: "throttled" })
      expect(shop.sandbox.requests()).toHaveLength(calls)
      expect((await read(shop.admin)).health.lookups_wait_until).not.toBeNull()
    })

    it("reports that a server is not this API if it knows every payment", async () => {
      const server = await serve((response, { path }) => {
        const knows = { id: path.split("/").at(-1), status: "completed", confirmations: 9 }
        response.writeHead(200).end(JSON.stringify(knows))
      })
      await save(shop.admin, { base_url: server.url, api_key: "pk_test_a", secret_key: "sk_test_a" })
      expect(await test()).toMatchObject({ code: "not_this_api" })
      expect((await read(shop.admin)).health.status).toBe("unknown")
    })
  })

  it("keeps secrets out of answers, headers, the log and the tables, even if requests cannot be read", async () => {
    const canary = `CANARY${randomBytes(8).toString("hex")}`
    const headers = { ...(await authorization(shop)), "content-type": "application/json" }
    const said: string[] = []
    const call = async (path: string, body: string, type = "application/json") => {
      const init = { method: "POST", headers: { ...headers, "content-type": type }, body }
      const response = await fetch(shop.url + path, init)
      said.push(JSON.stringify([...response.headers]), await response.text())
      return response.status
    }
    const log = await logged(shop, async () => {
      await enterKeys(shop, { secret_key: `sk_test_${canary}`, endpoint_secret: `whsec_${canary}` })
      const wrong = [{ secret_key: { canary } }, { api_key: `${canary}:x` }, { assets: canary }, [canary], canary]
      const bodies = [...wrong.map((body) => JSON.stringify(body)), `{"secret_key": ${canary}}`, `{"a":"${canary}`]
      for (const body of bodies) {
        for (const path of CHANGES) expect(await call(path, body)).toBeGreaterThanOrEqual(400)
      }
      expect(await call(ONE, JSON.stringify({ secret_key: canary }), "text/plain")).toBe(415)
      expect(await call(ONE, JSON.stringify({ secret_key: canary.repeat(20_000) }))).toBe(413)
    })
    for (const table of ["crypto_connection", "crypto_action"])
      said.push(JSON.stringify(await knexOf(shop.container)(table)))
    expect([log, ...said].join("\n")).not.toContain(canary)
    const known = [`sk_test_${canary}`, `whsec_${canary}`]
    expect(cryptoPayments(shop.container).secrets()).toEqual(expect.arrayContaining(known))
  })
})
