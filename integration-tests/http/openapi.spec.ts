import { makeDocument } from "../openapi/document"
import { expectErrors } from "../support/expect-errors"
import { describeShop } from "../support/medusa"

const ADMIN = "/admin/crypto-payments"

/** Tries again if the server reset the connection of a large body before its answer was read (RFC 9112, 9.6). */
const ask = (url: string, init: RequestInit, tries = 3): Promise<Response> =>
  fetch(url, init).catch((error) => {
    if (tries > 1 && error.cause?.code === "ECONNRESET") return ask(url, init, tries - 1)
    throw error
  })

/** `createHttp`, by which most tests call the routes, compares each answer with the document. */
describeShop("docs/openapi.yaml", {}, (shop) => {
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
            const { status } = await ask(url, { ...given, method: method.toUpperCase(), redirect: "manual" })
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
})
