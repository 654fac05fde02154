import { ADMIN_ERRORS, type AdminErrorCode, adminError, refusalMessage } from "../../../core/text/admin-errors"
import { inLanguage, messagesOf, type Translate } from "../server"

const FORM = ["base_url", "api_key", "secret_key"] as const
const LABELS: Record<string, string> = { base_url: "Base URL", api_key: "API key", secret_key: "Secret key" }
const shown = (refused: Parameters<typeof messagesOf>[0]) =>
  messagesOf(refused, FORM, (field) => LABELS[field] ?? field)

describe("a refusal in a form", () => {
  it("is shown at each wrong field, in the form's order", () => {
    const fields = [
      { field: "api_key", message: "contains characters that a key cannot have" },
      { field: "base_url", message: "It must begin with https://" },
    ]
    expect(shown({ message: "A setting is not valid.", code: "setting_invalid", fields })).toEqual([
      { field: "base_url", message: "It must begin with https://" },
      { field: "api_key", message: "API key contains characters that a key cannot have" },
    ])
  })

  it("is shown at the field that its code belongs to", () => {
    expect(shown({ message: "Enter it again.", code: "secret_key_wanted" })).toEqual([
      { field: "secret_key", message: "Enter it again." },
    ])
  })

  it("is shown at the endpoint secret if that secret is already in use", () => {
    const refused = { message: "This endpoint secret is already in use.", code: "same_secret" }
    expect(messagesOf(refused, ["endpoint_secret", "until"], String)).toEqual([
      { field: "endpoint_secret", message: refused.message },
    ])
  })

  it("is shown at the field that its detail names, with the form's label of that field", () => {
    expect(
      shown({ message: "It comes from medusa-config. (base_url: option baseUrl)", code: "set_in_config" }),
    ).toEqual([{ field: "base_url", message: "It comes from medusa-config. (Base URL: option baseUrl)" }])
  })

  it.each([
    { message: "The server cannot be reached." },
    { message: "It is wrong.", code: "setting_invalid", fields: [{ field: "assets", message: "needs one" }] },
  ])("is shown above the form if it belongs to none of the form's fields: %j", (refused) => {
    expect(shown(refused)).toEqual([{ field: "root", message: refused.message }])
  })
})

describe("a refusal in the reader's language", () => {
  const t: Translate = (key) => `[${key}]`

  it.each(Object.keys(ADMIN_ERRORS) as AdminErrorCode[])("is translated, and keeps its detail: %s", (code) => {
    expect(inLanguage(t, refusalMessage(adminError(code)))).toBe(`[refusals.${code}]`)
    expect(inLanguage(t, refusalMessage(adminError(code, "base_url: option baseUrl")))).toBe(
      `[refusals.${code}] (base_url: option baseUrl)`,
    )
  })

  it("stays in English if there is no translation", () => {
    const english: Translate = (_, { defaultValue } = { defaultValue: "" }) => defaultValue
    const message = refusalMessage(adminError("set_in_config", "base_url: option baseUrl"))
    expect(inLanguage(english, message)).toBe(message)
  })

  it("stays unchanged if it is not one of the plugin's refusals", () => {
    expect(inLanguage(t, "Order was not found")).toBe("Order was not found")
  })
})
