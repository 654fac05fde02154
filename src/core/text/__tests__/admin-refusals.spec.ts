import { ADMIN_REFUSALS, type AdminRefusalCode, adminRefusal, payoutRefused, settingsInvalid } from "../admin-refusals"

describe("a refusal to an admin", () => {
  it("has its code, and a word on this very request where there is one", () => {
    expect(adminRefusal("busy")).toStrictEqual({ ok: false, code: "busy" })
    expect(adminRefusal("busy", "x")).toEqual({ ok: false, code: "busy", detail: "x" })
  })

  it("names every setting that is wrong, and says it in one line too", () => {
    const fields = ["api_key", "logo"].map((field) => ({ field, message: "is not text" }))
    const detail = "api_key: is not text; logo: is not text"
    expect(settingsInvalid(fields)).toEqual({ ok: false, code: "setting_invalid", detail, fields })
  })

  it("is a payout's first problem, and names every field that is wrong in words that stand alone", () => {
    const [, sentence] = ADMIN_REFUSALS.amount_differs
    expect(payoutRefused([{ code: "amount_differs", detail: "1 BTC" }, { code: "address_own" }])).toEqual({
      ok: false,
      code: "amount_differs",
      detail: "1 BTC",
      fields: [
        { field: "sent", message: `${sentence} (1 BTC)` },
        { field: "address", message: ADMIN_REFUSALS.address_own[1] },
      ],
    })
  })

  it.each(Object.keys(ADMIN_REFUSALS) as AdminRefusalCode[])("%s is a status of HTTP and a sentence", (code) => {
    const [status, message] = ADMIN_REFUSALS[code]
    expect([400, 404, 409, 500]).toContain(status)
    expect(message).toMatch(/^[A-Z].*\.$/)
  })
})
