import { fieldOf, isSecretField, SETTING_FIELD_NAMES, SETTING_FIELDS, type SettingField } from "../setting-fields"
import type { SettingName } from "../setting-table"
import { asGiven, parseChanges } from "../settings"

const SERVICE = "it must be the address of your payment service, such as https://pay.example.com"
const PUBLIC_KEY = "it must be the public key from your merchant dashboard (pk_test_… in test mode)"
const SECRET_KEY = "it must be the secret key that the merchant dashboard showed once"
const NO_KEY = "contains characters that a key cannot have"

const sentence = (field: SettingField, value: unknown): string => {
  const parsed = parseChanges({ [field]: value })
  if (parsed.ok) throw new Error("this was taken")
  expect(parsed.problems).toEqual([{ field, message: expect.any(String) }])
  return parsed.problems[0]?.message ?? ""
}

describe("the changes that an admin sends", () => {
  it("are normalized, and leave out unknown fields and fields that were not sent", () => {
    const sent = { base_url: " https://pay.example.com/ ", seen_statuses: [" seen "], assets: ["USDC", "BTC"] }
    const changes = { base_url: "https://pay.example.com", assets: ["BTC", "USDC"], seen_statuses: ["seen"] }
    for (const given of [{ ...sent, order_placement: undefined, x_unknown: 1 }, changes])
      expect(parseChanges(given)).toEqual({ ok: true, changes })
    expect(parseChanges({})).toEqual({ ok: true, changes: {} })
  })

  it.each(SETTING_FIELD_NAMES)("remove %s with null, unless it is a secret", (field) => {
    if (isSecretField(field)) expect(sentence(field, null)).toBe("a secret can be replaced, but not removed")
    else expect(parseChanges({ [field]: null })).toEqual({ ok: true, changes: { [field]: null } })
  })

  it.each<[SettingField, unknown, string]>([
    ["display_name", 7, "is not text"],
    ["display_name", " ", "must not be empty"],
    ["display_name", "x".repeat(61), "must be at most 60 characters"],
    ["base_url", "pay", `is not a URL: ${SERVICE}`],
    ["base_url", 7, `is not text: ${SERVICE}`],
    ["api_key", 7, `is not text: ${PUBLIC_KEY}`],
    ["api_key", "a:b", `${NO_KEY}: ${PUBLIC_KEY}`],
    ["api_key", "pk_test_1 sk_test_1", NO_KEY],
    ["secret_key", "sk_test_1\u00a0sk_test_2", NO_KEY],
    ["api_key", "  ", "must not be empty"],
    ["secret_key", 7, `is not text: ${SECRET_KEY}`],
    ["secret_key", "a\nb", `${NO_KEY}: ${SECRET_KEY}`],
    ["api_key", "sk_test_1", "holds a secret key"],
    ["secret_key", "pk_test_1", "holds an API key"],
    ["endpoint_secret", 7, "is not text: it must be the secret of the webhook endpoint that you registered"],
    ["endpoint_secret", "1234567", "must have at least 8 characters"],
    ["endpoint_secret", "x".repeat(501), "must have at most 500 characters"],
    ["order_placement", "later", 'must be "checkout" or "payment"'],
    ["promotion_code", "x".repeat(101), "must be at most 100 characters"],
    ["signature_header", "x".repeat(101), "is not the name of an HTTP header"],
    ["confirmations_from_start", "yes", "must be true or false"],
    ["unpaid_order_minutes", "60", 'must be a whole number of minutes, or "off"'],
    ["unpaid_order_minutes", "never", 'must be a whole number of minutes, or "off"'],
    ["retention_days", "never", 'must be a whole number of days, or "off"'],
    ["assets", [], "needs at least one asset"],
    ["cleared_statuses", [], "needs at least one word"],
    ["cleared_statuses", [" "], "must not be empty"],
    ["cleared_statuses", ["x".repeat(65)], "must be at most 64 characters each"],
    ["cleared_statuses", ["Awaiting_payment"], 'cannot be "awaiting_payment": every payment starts with that status'],
    ["cleared_statuses", Array(21).fill("x"), "takes at most 20 words"],
  ])("are refused for %s (%j) with the message: %s", (field, value, words) => {
    const said = sentence(field, value)
    expect(said.startsWith(words)).toBe(true)
    expect(said).not.toContain(SETTING_FIELDS[field].replace("assets", "-"))
  })

  it.each(SETTING_FIELD_NAMES)("are refused without repeating the value of %s", (field) => {
    for (const value of ["CANARY", ["CANARY"], { x: "CANARY" }, " CANARY\n:", "https://a:CANARY@b.example"]) {
      const parsed = parseChanges({ [field]: value })
      const refused = [{ field, message: expect.not.stringMatching(/canary/i) }]
      if (!parsed.ok) expect(parsed.problems).toEqual(refused)
    }
  })

  it("are refused with every wrong field, in the order of the screen", () => {
    const keys = { api_key: 7, base_url: "https://pay.example.com", secret_key: "pk_test_1" }
    const parsed = parseChanges({ accent_color: "x", support_link: "x", cleared_statuses: [], logo: "x", ...keys })
    const message = expect.any(String)
    const wrong = ["api_key", "secret_key", "cleared_statuses", "logo", "accent_color", "support_link"]
    const problems = wrong.map((field) => ({ field, message }))
    expect(parsed).toEqual({ ok: false, changes: { base_url: "https://pay.example.com" }, problems })
  })

  it.each<[SettingField, unknown]>([
    ["display_name", "x".repeat(60)],
    ["endpoint_secret", "12345678"],
    ["endpoint_secret", "x".repeat(500)],
    ["unpaid_order_minutes", 15],
    ["unpaid_order_minutes", 20_160],
    ["unpaid_order_minutes", "off"],
    ["cleared_statuses", ["x".repeat(64)]],
    ["cleared_statuses", Array(20).fill("x")],
    ["signature_header", "x".repeat(100)],
  ])("may set %s to its limit", (field, value) => {
    expect(parseChanges({ [field]: value })).toEqual({ ok: true, changes: { [field]: value } })
  })
})

describe("the two names of a setting", () => {
  it("map to each other, and turn changes into settings, with null as undefined, and are those of secrets for exactly two", () => {
    for (const field of SETTING_FIELD_NAMES) expect(fieldOf(SETTING_FIELDS[field])).toBe(field)
    const names: SettingName[] = ["watchDays", "allowPrivateAddress", "frameOrigins"]
    expect(names.map(fieldOf)).toEqual([undefined, undefined, undefined])
    const given = { baseUrl: "https://pay.example.com", assets: undefined }
    expect(asGiven({ base_url: "https://pay.example.com", assets: null })).toStrictEqual(given)
    expect(SETTING_FIELD_NAMES.filter(isSecretField)).toEqual(["secret_key", "endpoint_secret"])
  })
})
