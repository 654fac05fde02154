import { ADMIN_ERRORS, type AdminErrorCode, adminError, refusalMessage } from "../../../core/text/admin-errors"
import { inLanguage, messagesOf, type Translate } from "../server"

const FORM = ["base_url", "api_key", "secret_key"] as const
const LABELS: Record<string, string> = { base_url: "Base URL", api_key: "API key", secret_key: "Secret key" }
const shown = (refused: Parameters<typeof messagesOf>[0]) =>
  messagesOf(refused, FORM, (field) => LABELS[field] ?? field)

describe("a refusal in a form", () => {
  const wrong = "contains characters that a key cannot have"
  const detail = (field: string) => `It comes from medusa-config. (${field}: option baseUrl)`

  const settingInvalid = (...fields: { field: string; message: string }[]) => ({
    ...{ message: "It is wrong.", code: "setting_invalid", fields },
  })
  const key = { field: "api_key", message: wrong }
  const assets = { field: "assets", message: "needs one" }
  const https = { field: "base_url", message: "It must begin with https://" }
  const wanted = { message: "Enter it again.", code: "secret_key_wanted" }
  const configured = { message: detail("base_url"), code: "set_in_config" }

  it.each<[string, Parameters<typeof messagesOf>[0], ...{ field: string; message: string }[]]>([
    ["at each wrong field, in form order", settingInvalid(key, https), https, { ...key, message: `API key ${wrong}` }],
    ["at the field that its code belongs to", wanted, { field: "secret_key", message: "Enter it again." }],
    ["at the field that its detail names", configured, { field: "base_url", message: detail("Base URL") }],
    ["above the form without a code", { message: "No server." }, { field: "root", message: "No server." }],
    ["above the form for a field of another form", settingInvalid(assets), { field: "root", message: "It is wrong." }],
  ])("is shown %s", (_, refused, ...messages) => expect(shown(refused)).toEqual(messages))

  it("is shown at the endpoint secret if that secret is already in use", () => {
    const message = "This endpoint secret is already in use."
    const messages = messagesOf({ message, code: "same_secret" }, ["endpoint_secret", "until"], String)
    expect(messages).toEqual([{ field: "endpoint_secret", message }])
  })
})

describe("a refusal in the reader's language", () => {
  const t: Translate = (key) => `[${key}]`

  it.each(Object.keys(ADMIN_ERRORS) as AdminErrorCode[])("is translated, and keeps its detail: %s", (code) => {
    const translated = (detail?: string) => inLanguage(t, refusalMessage(adminError(code, detail)))
    expect([translated(), translated("x: y")]).toEqual([`[refusals.${code}]`, `[refusals.${code}] (x: y)`])
  })

  it("stays unchanged without a translation, or if it is not one of the plugin's refusals", () => {
    const english: Translate = (_, { defaultValue } = { defaultValue: "" }) => defaultValue
    const message = refusalMessage(adminError("set_in_config", "base_url: option baseUrl"))
    expect(inLanguage(english, message)).toBe(message)
    expect(inLanguage(t, "Order was not found")).toBe("Order was not found")
  })
})
