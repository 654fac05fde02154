import type { SettingField } from "../../../core/connection/setting-fields"
import type { GivenSettings } from "../../../core/connection/settings"
import { refuseConfigured } from "../save-connection"

/** A person who changes one of these can report payments as paid, or redirect them. */
const DECIDE_WHAT_IS_PAID: [SettingField, GivenSettings, string][] = [
  ["base_url", { baseUrl: "https://pay.example.com" }, "CRYPTO_PAYMENTS_BASE_URL"],
  ["api_key", { apiKey: "pk_test_1" }, "CRYPTO_PAYMENTS_API_KEY"],
  ["secret_key", { secretKey: "sk_test_1" }, "CRYPTO_PAYMENTS_SECRET_KEY"],
  ["endpoint_secret", { endpointSecret: ["whsec_12345678"] }, "CRYPTO_PAYMENTS_ENDPOINT_SECRET"],
  ["seen_statuses", { seenStatuses: ["confirming"] }, "seenStatuses"],
  ["cleared_statuses", { clearedStatuses: ["completed"] }, "clearedStatuses"],
]

describe("a setting that decides what is paid", () => {
  it.each(DECIDE_WHAT_IS_PAID)("is not changed in the admin if medusa-config sets it: %s", (field, config, place) => {
    expect(refuseConfigured({}, [field])).toBeUndefined()
    const refusal = refuseConfigured(config, ["assets", field])
    expect(refusal).toMatchObject({ code: "set_in_config", detail: expect.stringContaining(place) })
  })

  it("is named by its option if a provider other than the default one sets it", () => {
    const refusal = refuseConfigured({ apiKey: "pk_test_1" }, ["api_key"], "live")
    expect(refusal).toMatchObject({ code: "set_in_config", detail: "api_key: comes from option apiKey" })
  })
})
