import { ADMIN_ERRORS } from "../../src/core/text/admin-errors"
import { makeDocument } from "../openapi/document"
import { deliver } from "../support/events"
import { expectErrors } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { openCart, pathOfOptions, statusPath } from "../support/shopper"

const ADMIN = "/admin/crypto-payments"

describeShop("docs/openapi.yaml", {}, (shop) => {
  const asked = new Set<string>()

  /** `createHttp` compares each answer with the document. */
  const ask = async (operation: string, path: string, body?: object) => {
    const [method, template = ""] = operation.split(" ")
    const http = template.startsWith("/store") ? shop.store : shop.admin
    const answer = method === "get" ? await http.get(path) : await http.post(path, body ?? {})
    asked.add(operation)
    return answer
  }

  const askList = async (name: string, query = "") => ask(`get ${ADMIN}/${name}`, `${ADMIN}/${name}${query}`)
  const askOne = (name: string, id: string) => ask(`get ${ADMIN}/${name}/{id}`, `${ADMIN}/${name}/${id}`)
  const act = (name: string, verb: string, id: string, body?: object) =>
    ask(`post ${ADMIN}/${name}/{id}/${verb}`, `${ADMIN}/${name}/${id}/${verb}`, body)

  it("describes what the server answers", async () => {
    await ask("get /store/crypto-payments/options", pathOfOptions(shop.seed.regions.usd))
    const { data } = await openCart(shop)
    await ask("get /store/crypto-payments/{token}", statusPath(data.token))
    await ask("post /store/crypto-payments/{token}/quote", `${statusPath(data.token)}/quote`, { asset: "LTC" })

    const paid = await shop.store.makeCart()
    const session = await shop.store.openSession(paid)
    const { orderId } = await shop.store.placeOrder(paid)
    shop.sandbox.pay(session.data.payment_id)
    await shop.paidOrder(orderId)
    await deliver(shop, { type: "payment.completed", data: { id: "pay_of_nobody" } })

    const { payments } = await askList("payments", "?limit=50")
    for (const { id } of payments) await askOne("payments", id)
    const open = payments.find((one: { order: unknown }) => one.order === null)
    await act("payments", "check", open.id)
    const { events } = await askList("events")
    for (const { id } of events) await askOne("events", id)
    await askList("attention")
    await askList("payouts")
    await askList("totals")
    await askList("connections")
    await askOne("connections", "default")
    await act("connections", "test", "default")
    await askOne("connections", "default")
    await ask(`get ${ADMIN}/health`, `${ADMIN}/health`)

    expect(asked.size).toBeGreaterThan(13)
    expect(payments.length).toBeGreaterThan(2)
    expect(events.length).toBeGreaterThan(1)
  })

  it("documents every status of the answers to unauthorized, invalid and unreadable requests", async () => {
    expectErrors(/Failed to decode param/)
    const json = { "content-type": "application/json" }
    const large = JSON.stringify({ note: "a".repeat(200_000) })
    const known = { ...shop.admin.headers, ...shop.store.headers }
    const requests: [headers: Record<string, string>, body: string][] = [
      [{}, "{}"],
      ...["{}", '{"no_such_field": 1}', "{", large].map(
        (body) => [{ ...known, ...json }, body] as [typeof known, string],
      ),
      [{ ...known, "content-type": "text/plain" }, "note"],
    ]
    const unknown: string[] = []
    const seen = new Set<number>()
    for (const [path, methods] of Object.entries(makeDocument().paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        for (const [headers, body] of requests) {
          for (const id of ["none", "%E0%A4"]) {
            const given = { headers, ...(method === "post" ? { body } : {}) }
            const url = shop.url + path.replace(/\{\w+\}/g, id)
            const { status } = await fetch(url, { ...given, method: method.toUpperCase(), redirect: "manual" })
            seen.add(status)
            const isAnonymous = headers === requests[0]?.[0] && id === "none" && path.startsWith(`${ADMIN}/`)
            if (isAnonymous) expect([path, status]).toEqual([path, 401])
            if (!(String(status) in (operation.responses as object))) unknown.push(`${method} ${path} ${status}`)
          }
        }
      }
    }
    expect([...new Set(unknown)]).toEqual([])
    expect([...seen]).toEqual(expect.arrayContaining([200, 400, 401, 404, 413, 415]))
  })

  it("documents every status of the admin refusals", () => {
    const acts = Object.entries(makeDocument().paths).filter(([path]) => path.startsWith(`${ADMIN}/`))
    const documented = acts.flatMap(([, methods]) =>
      Object.values(methods).flatMap(({ responses }) => Object.keys(responses as object)),
    )
    for (const [status] of Object.values(ADMIN_ERRORS)) expect(documented).toContain(String(status))
  })
})
