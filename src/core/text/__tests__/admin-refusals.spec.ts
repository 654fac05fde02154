import { ADMIN_REFUSALS, type AdminRefusalCode, adminRefusal } from "../admin-refusals"

describe("a refusal to an admin", () => {
  it("has its code, and a word on this very request where there is one", () => {
    expect(adminRefusal("busy")).toStrictEqual({ ok: false, code: "busy" })
    expect(adminRefusal("busy", "x")).toEqual({ ok: false, code: "busy", detail: "x" })
  })

  it.each(Object.keys(ADMIN_REFUSALS) as AdminRefusalCode[])("%s is a status of HTTP and a sentence", (code) => {
    const [status, message] = ADMIN_REFUSALS[code]
    expect([400, 404, 409, 500]).toContain(status)
    expect(message).toMatch(/^[A-Z].*\.$/)
  })
})
