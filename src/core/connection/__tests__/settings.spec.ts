import type { SettingName } from "../setting-table"
import {
  adminSettings,
  combineSettings,
  configSettings,
  DEFAULT_SETTINGS,
  type GivenSettings,
  incompleteSentence,
  isTestMode,
  missingWords,
  optionProblems,
  parseConfiguredSettings,
  placeOfSettings,
  problemWords,
  REQUIRED_SETTINGS,
  VARIABLES,
  variableOf,
  wayToGive,
  withVariables,
} from "../settings"

const CANARY = "CANARY7f3a"
const VALID = {
  baseUrl: "https://pay.example.com",
  apiKey: `pk_test_${CANARY}`,
  secretKey: `sk_test_${CANARY}`,
  endpointSecret: `whsec_${CANARY}`,
}

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="

/** Why the options are refused; undefined if they are not. */
const refusal = (options: unknown, id?: string): string | undefined => {
  try {
    parseConfiguredSettings(options, id)
  } catch (error) {
    return (error as Error).message
  }
}

const complaint = (options: unknown, id?: string): string => {
  const message = refusal(options, id)
  if (message === undefined) throw new Error("these settings were taken")
  return message
}

const ENV = {
  ...{ baseUrl: "CRYPTO_PAYMENTS_BASE_URL", apiKey: "CRYPTO_PAYMENTS_API_KEY" },
  ...{ secretKey: "CRYPTO_PAYMENTS_SECRET_KEY", endpointSecret: "CRYPTO_PAYMENTS_ENDPOINT_SECRET" },
} as const

describe("the environment variables", () => {
  const environment = Object.fromEntries(Object.values(VARIABLES).map((variable) => [variable, `of ${variable}`]))
  const all = Object.fromEntries(Object.entries(VARIABLES).map(([name, variable]) => [name, `of ${variable}`]))

  it.each<[options: unknown, id: string, completed: unknown]>([
    [undefined, "default", all],
    [{}, "default", all],
    [{ baseUrl: "", apiKey: " \r", secretKey: null }, "default", all],
    [{ ...VALID, watchDays: 3 }, "default", { ...all, ...VALID, watchDays: 3 }],
    [{ allowPrivateAddress: false }, "default", { ...all, allowPrivateAddress: false }],
    ["text", "default", "text"],
    [{}, "live", {}],
    [undefined, "live", undefined],
  ])("complete the options %j of the provider %s", (options, id, completed) => {
    expect(withVariables(options, id, environment)).toEqual(completed)
    expect(withVariables(options, id, {})).toEqual(id === "default" && options === undefined ? {} : options)
  })
})

describe("the messages for a provider", () => {
  const { baseUrl, ...config } = { ...VALID, endpointSecret: [VALID.endpointSecret] }
  const messagesFor = (id: string) => [
    complaint({ baseUrl: "x" }, id),
    complaint({ apiKey: "pk_test_1", secretKey: "live" }, id),
    ...optionProblems({ baseUrl: "x" }, id).map((problem) => problem.sentence),
    ...combineSettings(config, { baseUrl }, id).problems.map((problem) => problem.message),
    incompleteSentence({ missing: REQUIRED_SETTINGS, problems: [] }, id),
    wayToGive(["endpointSecret"], id),
  ]

  const IN_CONFIG = 'the provider "live" in medusa-config'
  it.each([
    ["default", ENV.baseUrl, `set ${ENV.secretKey}, ${ENV.endpointSecret}`, "in the environment"],
    ["live", undefined, `give the options secretKey, endpointSecret to ${IN_CONFIG}`, `in the options of ${IN_CONFIG}`],
  ])("name environment variables only of the default provider: %s", (id, variable, way, place) => {
    for (const message of messagesFor(id)) {
      expect(/CRYPTO_PAYMENTS_/.test(message)).toBe(id === "default")
      if (id !== "default") expect(message).not.toContain("environment")
    }
    const given = wayToGive(["secretKey", "endpointSecret"], id)
    expect([variableOf("baseUrl", id), given, placeOfSettings(id)]).toEqual([variable, way, place])
    const sentence = incompleteSentence({ missing: ["endpointSecret"], problems: [] }, "live")
    expect(sentence).toMatch(/^missing: [^;]+ dashboard\)$/)
    const [problem] = combineSettings(config, { baseUrl }, "live").problems
    expect(problem?.message).toMatch(/^must be given in medusa-config, because/)
  })
})

describe("parseConfiguredSettings", () => {
  it("keeps the given settings, and leaves the others for the admin", () => {
    expect(parseConfiguredSettings(VALID)).toEqual({ ...VALID, endpointSecret: [VALID.endpointSecret] })
    for (const options of [undefined, null, {}]) expect(parseConfiguredSettings(options)).toEqual({})
  })

  it("names every wrong setting at once, and the provider", () => {
    const text = complaint({ baseUrl: 1, apiKey: 2, secretKey: 3, endpointSecret: 4 }, "second")
    expect(text).toContain('"second"')
    for (const name of Object.keys(ENV)) expect(text).toContain(name)
    expect(text.split("\n- ")).toHaveLength(5)
  })

  const PRIVATE_NETWORK =
    "names an address of a private network; the server's owner must allow that with allowPrivateAddress"
  const WHOLE_DAYS = 'must be a whole number of days, or "off"'
  const WHOLE_MINUTES = 'must be a whole number of minutes, or "off"'
  const ADDRESS = "is not an address such as https://medusa.example.com (environment: CRYPTO_PAYMENTS_BACKEND_URL)"
  const WRONG_CHARACTERS = "contains characters that a key cannot have"
  const ORIGINS = "takes origins such as https://shop.example.com"
  const SHOP = "is not an address such as https://shop.example.com"
  const TOO_SHORT = "is too short, each needs at least 8 characters: it must be the secret of the"
  it.each<[SettingName, string, unknown[]]>([
    ["baseUrl", "must start with https://", ["http://pay.example.com", `http://${CANARY}.example`]],
    ["baseUrl", "must not carry a user name or a password", [`https://user:${CANARY}@pay.example.com`]],
    ["baseUrl", "must not carry a query or a fragment", [`https://pay.example.com?key=${CANARY}`]],
    ["baseUrl", PRIVATE_NETWORK, ["https://10.0.0.1"]],
    ["apiKey", WRONG_CHARACTERS, [`pk_test_${CANARY}:x`, `pk_test_${CANARY}\r\nX y`, `pk_test_1 sk_test_${CANARY}`]],
    ["apiKey", WRONG_CHARACTERS, [`pk_test_${CANARY}: x`]],
    ["secretKey", WRONG_CHARACTERS, [`sk_test_${CANARY}\0x`, `sk_test_${CANARY}\u007fx`]],
    // An empty secret must never verify anything, and anybody could guess a short one.
    ["endpointSecret", "is empty", [",", " , ,", [], ["", " "]]],
    ["endpointSecret", TOO_SHORT, ["CANARY7", " CANARY7 ", "long-enough, CANARY7", ["long-enough", "CANARY7"]]],
    ["orderPlacement", 'must be "checkout" or "payment" (environment: CRYPTO_PAYMENTS_ORDER_PLACEMENT)', [CANARY]],
    ["assets", "needs at least one asset", [[]]],
    ["assets", "takes only BTC, LTC, DOGE, DASH, ", [["BTC", CANARY], `BTC,${CANARY}`, "BTC,", "BTC:base"]],
    ["signatureHeader", "is not the name of an HTTP header", [`x ${CANARY}`, "a b"]],
    ["clearedStatuses", "", [[], [""], ["completed", "Awaiting_Payment "]]],
    ["unpaidOrderMinutes", "Must be at least 15 minutes", [14, "14", 0]],
    ["unpaidOrderMinutes", "Must be at most 20160 minutes (14 days)", [20_161]],
    ["unpaidOrderMinutes", WHOLE_MINUTES, [60.5, "60.5", `60 ${CANARY}`, "never", false]],
    ["retentionDays", "Must be at least 7 days", [6]],
    ["retentionDays", "Must be at most 3650 days (ten years)", [3651]],
    ["retentionDays", WHOLE_DAYS, ["-1", `90 ${CANARY}`]],
    ["allowPrivateAddress", "must be true or false (environment: CRYPTO_PAYMENTS_ALLOW_PRIVATE_ADDRESS)", [CANARY]],
    ["payerIp", "", [CANARY, { header: "a:b" }, { header: "x", proxies: 0 }, { header: "x", proxies: 1.5 }]],
    ["minimumQuoteSeconds", "must be a whole number from 0 to 3600", [-1, CANARY]],
    ["maxCallsPerMinute", "must be a whole number from 1 to 10000", [0, 1.5]],
    ["watchDays", "must be a whole number from 1 to 365", [0, 366, "1e2"]],
    ["backendUrl", ADDRESS, [CANARY, `javascript:${CANARY}`, "httpsx://a.example", "xhttps://a.example", "shop"]],
    ["storefrontUrl", SHOP, ["x", "javascript:alert(1)", "xhttps://shop.example.com", "httpsx://shop.example.com"]],
    ["frameOrigins", ORIGINS, ["x", "*", "'self'", "'self' https://a.example", "xhttps://a.example", "https://a b"]],
    ["frameOrigins", ORIGINS, ["https://a.example/shop", "https://a.example; script-src *"]],
  ])("refuses a wrong %s with a message that says: %s", (name, words, values) => {
    for (const value of values) {
      const text = complaint({ ...VALID, [name]: value })
      expect(text).toContain(`- ${name}${/^[A-Z]/.test(words) ? ":" : ""} ${words}`.trimEnd())
      if (VARIABLES[name]) expect(text).toContain(`(environment: ${VARIABLES[name]})`)
      expect(text.split("\n- ")).toHaveLength(2)
      // The host of a URL is in lower case.
      expect(text.toLowerCase()).not.toContain("canary7")
    }
  })

  it.each(Object.keys(configSettings.shape))("refuses %s in our own words, without its value", (name) => {
    for (const value of [CANARY, [CANARY], { x: CANARY }, ` ${CANARY}\n:`, `https://a:${CANARY}@b.example`]) {
      const message = refusal({ [name]: value }) ?? `\n- ${name}`
      expect(message).toContain(`\n- ${name}`)
      expect(message).not.toMatch(/canary|invalid|expected|too (small|big)/i)
    }
  })

  it("names no variable of a setting that has none, the default provider without an id, and no wrong options", () => {
    expect(complaint({ watchDays: 0 })).not.toContain("environment")
    expect(complaint({ watchDays: 0 })).toContain('payment provider "default" in medusa-config')
    expect(complaint({ payerIp: 7 })).not.toContain("environment")
    expect(complaint(CANARY)).toContain("- options: ")
    expect(complaint(CANARY)).not.toContain(CANARY)
  })

  it.each([
    ["live_public", `sk_test_${CANARY}`, ENV.apiKey],
    [`pk_test_${CANARY}`, `sk_live_${CANARY}`, ENV.secretKey],
    [`pk_test_${CANARY}`, CANARY, ENV.secretKey],
    [CANARY, `sk_test_${CANARY}`, ENV.apiKey],
  ])("refuses the API key %s with the secret key %s of the other mode", (apiKey, secretKey, odd) => {
    const text = complaint({ ...VALID, apiKey, secretKey })
    expect(text).toContain("different modes")
    expect(text).toContain(odd)
    expect(text).not.toContain(CANARY)
  })

  it.each([
    ["pk_test_a", "sk_test_a", true],
    ["pk_live_a", "sk_live_a", false],
    ["anything", "whatever", false],
    ["PK_TEST_a", "SK_TEST_a", false],
  ])("accepts %s with %s: test mode %s, because live keys have no known form", (apiKey, secretKey, testMode) => {
    const given = parseConfiguredSettings({ ...VALID, apiKey, secretKey })
    expect(isTestMode({ apiKey: given.apiKey as string })).toBe(testMode)
  })

  /** Each option as medusa-config or the environment, which has only text, gives it, and what is read if that differs. */
  const READ: Record<SettingName, [given: unknown, read?: unknown][]> = {
    displayName: [["Main account"]],
    baseUrl: [
      ["https://pay.example.com/a"],
      ["  https://PAY.example.com:8443/a/b// ", "https://pay.example.com:8443/a/b"],
    ],
    apiKey: [["pk_test_1"]],
    secretKey: [["sk_test_1"], ["sk_test_a:b"]],
    endpointSecret: [
      ["secret-1", ["secret-1"]],
      [" secret-1 , secret-2 ,", ["secret-1", "secret-2"]],
      [
        ["secret-1", " secret-2 ", ""],
        ["secret-1", "secret-2"],
      ],
    ],
    assets: [
      ["USDC, BTC", ["BTC", "USDC"]],
      ["USDC:polygon, BTC", ["BTC", "USDC:polygon"]],
    ],
    orderPlacement: [["payment"]],
    unpaidOrderMinutes: [["60", 60]],
    promotionCode: [["CRYPTO5"]],
    signatureHeader: [["X-Signature"]],
    clearedStatuses: [["paid, done", ["paid", "done"]]],
    seenStatuses: [["confirming, seen", ["confirming", "seen"]]],
    unpaidStatuses: [["expired, lapsed", ["expired", "lapsed"]]],
    confirmationsFromStart: [["true", true], [true]],
    retentionDays: [["30", 30], ["0", "off"], ["off"], [7], [3650]],
    logo: [[`data:image/png;base64,${PNG}`]],
    accentColor: [["#1a6b4f"]],
    supportLink: [["mailto:help@example.com"]],
    allowPrivateAddress: [["true", true], ["false", false], [false]],
    payerIp: [["off"], ["request"], [{ header: "X-Real-Ip" }], [{ header: "X-Forwarded-For", proxies: 2 }]],
    minimumQuoteSeconds: [["60", 60], [0]],
    maxCallsPerMinute: [[" 30 ", 30], [10_000]],
    watchDays: [["30", 30], [365]],
    storefrontUrl: [["http://localhost:8000"], ["https://shop.example.com/en"]],
    frameOrigins: [
      ["https://a.example, https://*.example.org:8443", ["https://a.example", "https://*.example.org:8443"]],
      ["HTTPS://Shop.Example.com:1", ["HTTPS://Shop.Example.com:1"]],
    ],
    backendUrl: [["http://localhost:9000"]],
  }
  const withLineEnd = (value: unknown): unknown => {
    if (typeof value === "string") return ` ${value.replaceAll(", ", "\r, ")}\r`
    if (typeof value !== "object" || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, withLineEnd(one)]))
  }

  it.each(
    Object.entries(READ).flatMap(([name, cases]) => cases.map(([given, read = given]) => [name, given, read] as const)),
  )("reads %s %j as %j, also from an environment file with CRLF", (name, given, expected) => {
    const read = (value: unknown) => parseConfiguredSettings({ ...VALID, [name]: value })[name as SettingName]
    for (const value of [given, withLineEnd(given), expected]) expect(read(value)).toEqual(expected)
    for (const empty of ["", " ", "\r", null]) expect(read(empty)).toBeUndefined()
  })
})

describe("combineSettings", () => {
  const GIVEN: GivenSettings = { ...VALID, endpointSecret: [VALID.endpointSecret] }

  it("adds the defaults if nothing is missing", () => {
    const settings = { ...DEFAULT_SETTINGS, ...GIVEN }
    expect(combineSettings(GIVEN, {})).toEqual({ given: GIVEN, settings, missing: [], problems: [] })
    expect(combineSettings({ ...GIVEN, endpointSecret: ["whsec_sandbox"] }, {}).problems).toEqual([])
    const open = { assets: undefined, signatureHeader: undefined, orderPlacement: undefined }
    expect(combineSettings({ ...GIVEN, ...open }, open).settings).toEqual(settings)
    expect(combineSettings(open, { ...GIVEN, ...open }).settings).toEqual(settings)
    expect(DEFAULT_SETTINGS).toEqual({
      orderPlacement: "checkout",
      unpaidOrderMinutes: 1440,
      assets: ["BTC", "LTC", "DOGE", "DASH", "USDC", "USDT"],
      signatureHeader: "Service-Signature",
      clearedStatuses: ["completed"],
      seenStatuses: ["confirming", "processing", "detected", "pending"],
      retentionDays: 90,
      unpaidStatuses: [
        ...["expired", "quote_expired", "payment_expired", "lapsed", "timeout", "timed_out"],
        ...["canceled", "cancelled", "void", "voided", "failed", "abandoned"],
      ],
      confirmationsFromStart: false,
      allowPrivateAddress: false,
      payerIp: "request",
      minimumQuoteSeconds: 120,
      maxCallsPerMinute: 60,
      watchDays: 14,
    })
  })

  it.each(REQUIRED_SETTINGS)("is incomplete without %s, and the message names its environment variable", (name) => {
    const rest: GivenSettings = { ...GIVEN, [name]: undefined }
    for (const [config, admin] of [
      [rest, {}],
      [{ baseUrl: rest.baseUrl }, { ...rest, baseUrl: undefined }],
    ] as const) {
      const { settings, missing, problems } = combineSettings(config, admin)
      expect({ settings, missing, problems }).toEqual({ settings: undefined, missing: [name], problems: [] })
      expect(incompleteSentence({ missing, problems })).toContain(ENV[name])
    }
  })

  it("prefers medusa-config field by field, except for its undefined fields", () => {
    const admin: GivenSettings = { ...GIVEN, assets: ["BTC"], signatureHeader: "X-Theirs" }
    const { settings } = combineSettings({ ...GIVEN, signatureHeader: "X-Ours", assets: undefined }, admin)
    expect(settings).toMatchObject({ signatureHeader: "X-Ours", assets: ["BTC"] })
    const { secretKey, ...config } = GIVEN
    expect(combineSettings(config, { secretKey }).settings).toMatchObject({ secretKey })
  })

  const { baseUrl, ...withoutUrl } = GIVEN
  const PUBLIC: [SettingName, string] = ["endpointSecret", "endpoint_secret_public"]
  const OVERLAP: [SettingName, string] = ["clearedStatuses", "status_word_in_two_lists"]
  const [testKey, liveKeys] = [{ apiKey: "pk_test_a" }, { apiKey: "live", secretKey: "live" }]
  it.each<[string, GivenSettings, GivenSettings, SettingName, string]>([
    ["an address of the admin for a configured key", withoutUrl, { baseUrl }, "baseUrl", "base_url_must_be_configured"],
    ["keys of different modes", testKey, { secretKey: "live" }, "secretKey", "keys_of_different_modes"],
    ["the sandbox's secret with live keys", { endpointSecret: ["x", "whsec_sandbox"] }, liveKeys, ...PUBLIC],
    ["a cleared word that is unpaid by default", {}, { clearedStatuses: ["completed", "Expired"] }, ...OVERLAP],
    ["a cleared word that is seen too", { clearedStatuses: ["held"] }, { seenStatuses: ["held"] }, ...OVERLAP],
    ["a private address", {}, { baseUrl: "https://10.0.0.1" }, "baseUrl", "base_url_private"],
    ["plain http with live keys", { baseUrl: "http://localhost" }, liveKeys, "baseUrl", "base_url_not_https"],
    ["a loopback host with live keys", { baseUrl: "https://localhost" }, liveKeys, "baseUrl", "base_url_private"],
  ])("refuses %s across the sources, in words for an admin, without option names", (_, config, admin, field, code) => {
    const { settings, problems } = combineSettings(config, { ...GIVEN, ...config, ...admin })
    expect([settings, problems]).toEqual([undefined, [{ field, code, message: expect.stringMatching(/\w/) }]])
    expect(problems[0]?.message).not.toMatch(/apiKey|secretKey|CANARY/)
    if (code === "base_url_must_be_configured") expect(problems[0]?.message).toContain(`(environment: ${ENV.baseUrl})`)
    expect(problems.map(problemWords)).toEqual([
      expect.stringMatching(/^(base URL|secret key|endpoint secret|clearedStatuses): \w/),
    ])
  })

  it("lists the problems, and every missing setting with its meaning and its environment variable", () => {
    const problems = [
      { field: "baseUrl", code: "base_url_must_be_configured", message: "Set it in the environment." },
      { field: "apiKey", code: "keys_of_different_modes", message: "One key is a test key." },
    ] as const
    const sentence = "baseUrl: Set it in the environment.; apiKey: One key is a test key."
    expect(incompleteSentence({ missing: [], problems: [...problems] })).toBe(sentence)
    expect(missingWords(REQUIRED_SETTINGS)).toBe("base URL, API key, secret key, endpoint secret")
    expect(incompleteSentence({ missing: ["apiKey", "endpointSecret"], problems: [] })).toBe(
      "missing: apiKey (the public key from your merchant dashboard (pk_test_… in test mode); environment: CRYPTO_PAYMENTS_API_KEY), endpointSecret (the secret of the webhook endpoint that you registered in the merchant dashboard; environment: CRYPTO_PAYMENTS_ENDPOINT_SECRET)",
    )
  })

  it("lets only medusa-config allow private addresses", () => {
    const admin = { ...GIVEN, baseUrl: "https://10.0.0.1" }
    expect(combineSettings({ allowPrivateAddress: true }, admin).settings).toBeDefined()
    expect(Object.keys(adminSettings.shape)).not.toContain("allowPrivateAddress")
  })
})
