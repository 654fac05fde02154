import { ADMIN_ERRORS, adminError, payoutRefused, refusalMessage, settingsInvalid } from "../admin-errors"

describe("a refusal to an admin", () => {
  it("contains its code, and a detail if one is given", () => {
    expect(adminError("busy")).toStrictEqual({ ok: false, code: "busy" })
    expect(adminError("busy", "x")).toEqual({ ok: false, code: "busy", detail: "x" })
  })

  it("lists every wrong setting as a field, and all of them in one line as the detail", () => {
    const fields = ["api_key", "logo"].map((field) => ({ field, message: "is not text" }))
    const detail = "api_key: is not text; logo: is not text"
    expect(settingsInvalid(fields)).toEqual({ ok: false, code: "setting_invalid", detail, fields })
    expect(refusalMessage(settingsInvalid(fields))).toBe(`These settings are not valid. (${detail})`)
    expect(refusalMessage(settingsInvalid(fields.slice(1)))).toBe("A setting is not valid. (logo: is not text)")
  })

  it("has the code of a payout's first problem, and a complete message for every wrong field", () => {
    const [, sentence] = ADMIN_ERRORS.amount_differs
    expect(payoutRefused([{ code: "amount_differs", detail: "1 BTC" }, { code: "address_own" }])).toEqual({
      ok: false,
      code: "amount_differs",
      detail: "1 BTC",
      fields: [
        { field: "sent", message: `${sentence} (1 BTC)` },
        { field: "address", message: ADMIN_ERRORS.address_own[1] },
      ],
    })
  })
})
