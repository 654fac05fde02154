import { connectionSettings, isTestMode, parseConnectionSettings } from "../connection-settings"

const CANARY = "CANARY7f3a"
const VALID = {
  baseUrl: "https://pay.example.com",
  apiKey: `pk_test_${CANARY}`,
  secretKey: `sk_test_${CANARY}`,
  endpointSecret: `whsec_${CANARY}`,
}

const complaint = (options: unknown, id?: string): string => {
  try {
    parseConnectionSettings(options, id)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error("these settings were taken")
}

const ENV = {
  baseUrl: "CRYPTO_PAYMENTS_BASE_URL",
  apiKey: "CRYPTO_PAYMENTS_API_KEY",
  secretKey: "CRYPTO_PAYMENTS_SECRET_KEY",
  endpointSecret: "CRYPTO_PAYMENTS_ENDPOINT_SECRET",
} as const

describe("parseConnectionSettings", () => {
  it("takes the four that have to be given and fills in the rest", () => {
    expect(parseConnectionSettings(VALID)).toEqual({
      ...VALID,
      endpointSecret: [VALID.endpointSecret],
      orderPlacement: "checkout",
      assets: ["BTC", "LTC", "DOGE", "DASH", "USDC", "USDT"],
      signatureHeader: "Service-Signature",
      clearedStatuses: ["completed"],
      payerIp: "request",
      minimumQuoteSeconds: 120,
      lookupsPerMinute: 60,
      watchDays: 14,
    })
  })

  it.each([
    ["https://pay.example.com/", "https://pay.example.com"],
    ["https://pay.example.com//", "https://pay.example.com"],
    ["  https://pay.example.com  ", "https://pay.example.com"],
    ["HTTPS://PAY.example.com", "https://pay.example.com"],
    ["https://pay.example.com:8443/a/b/", "https://pay.example.com:8443/a/b"],
    ["https://pay.example.com/?", "https://pay.example.com"],
    ["https://pay.example.com/#", "https://pay.example.com"],
    ["http://localhost:4100", "http://localhost:4100"],
    ["http://127.0.0.1:4100/", "http://127.0.0.1:4100"],
    ["http://127.1:4100/", "http://127.0.0.1:4100"],
    ["http://[::1]:4100", "http://[::1]:4100"],
  ])("keeps the base URL %s as %s", (baseUrl, kept) => {
    expect(parseConnectionSettings({ ...VALID, baseUrl }).baseUrl).toBe(kept)
  })

  it.each([
    ["pay.example.com", "is not a URL"],
    ["/relative", "is not a URL"],
    ["https://", "is not a URL"],
    ["http://pay.example.com", "must start with https://"],
    ["http://10.0.0.1", "must start with https://"],
    ["http://127.0.0.1.example.com", "must start with https://"],
    ["http://localhost.example.com", "must start with https://"],
    ["http://0.0.0.0", "must start with https://"],
    ["ftp://pay.example.com", "must start with https://"],
    ["javascript:alert(1)", "must start with https://"],
    ["file:///etc/passwd", "must start with https://"],
    [`https://user:${CANARY}@pay.example.com`, "must not carry a user name or a password"],
    [`https://${CANARY}@pay.example.com`, "must not carry a user name or a password"],
    ["http://localhost@pay.example.com", "must not carry a user name or a password"],
    [`https://pay.example.com?key=${CANARY}`, "must not carry a query or a fragment"],
    [`https://pay.example.com#${CANARY}`, "must not carry a query or a fragment"],
  ])("refuses the base URL %s: it %s", (baseUrl, reason) => {
    const text = complaint({ ...VALID, baseUrl })
    expect(text).toContain(`baseUrl ${reason}`)
    expect(text).toContain(ENV.baseUrl)
    expect(text).not.toContain(CANARY)
  })

  describe.each(Object.entries(ENV))("%s", (name, env) => {
    it.each<[string, unknown]>([
      ["missing", undefined],
      ["null", null],
      ["empty", ""],
      ["blank", "  "],
      ["a number", 7],
      ["an object", { CANARY }],
    ])("that is %s is named, with its environment variable and where to get it", (_, value) => {
      const text = complaint({ ...VALID, [name]: value })
      expect(text).toContain(`${name} is `)
      expect(text).toContain(`(environment: ${env})`)
      expect(text.split("\n- ")).toHaveLength(2)
      expect(text).not.toContain(CANARY)
    })
  })

  it("names every setting at once where nothing is given, and the provider they belong to", () => {
    for (const options of [undefined, null, {}]) {
      const text = complaint(options, "second")
      expect(text).toContain('"second"')
      for (const [name, env] of Object.entries(ENV)) {
        expect(text).toContain(name)
        expect(text).toContain(env)
      }
      expect(text.split("\n- ")).toHaveLength(5)
    }
  })

  it.each<[string, Record<string, unknown>, string]>([
    ["orderPlacement", { orderPlacement: CANARY }, "CRYPTO_PAYMENTS_ORDER_PLACEMENT"],
    ["assets", { assets: [] }, "assets"],
    ["assets", { assets: ["BTC", CANARY] }, "assets"],
    ["assets", { assets: "BTC" }, "assets"],
    ["signatureHeader", { signatureHeader: `x ${CANARY}` }, "is not the name of an HTTP header"],
    ["signatureHeader", { signatureHeader: "" }, "is not the name of an HTTP header"],
    ["clearedStatuses", { clearedStatuses: [] }, "clearedStatuses"],
    ["clearedStatuses", { clearedStatuses: [""] }, "clearedStatuses"],
    ["payerIp", { payerIp: CANARY }, "payerIp"],
    ["payerIp", { payerIp: { header: "a:b" } }, "payerIp"],
    ["minimumQuoteSeconds", { minimumQuoteSeconds: -1 }, "minimumQuoteSeconds"],
    ["minimumQuoteSeconds", { minimumQuoteSeconds: CANARY }, "minimumQuoteSeconds"],
    ["lookupsPerMinute", { lookupsPerMinute: 0 }, "lookupsPerMinute"],
    ["lookupsPerMinute", { lookupsPerMinute: 1.5 }, "lookupsPerMinute"],
    ["watchDays", { watchDays: 0 }, "watchDays"],
    ["watchDays", { watchDays: 366 }, "watchDays"],
    ["backendUrl", { backendUrl: CANARY }, "backendUrl"],
    ["backendUrl", { backendUrl: `javascript:${CANARY}` }, "backendUrl"],
  ])("names %s where it is wrong (%j)", (_, wrong, named) => {
    const text = complaint({ ...VALID, ...wrong })
    expect(text).toContain(named)
    expect(text.split("\n- ")).toHaveLength(2)
    expect(text).not.toContain(CANARY)
  })

  it("refuses options that are no object", () => {
    expect(complaint(CANARY)).toContain("options")
    expect(complaint(CANARY)).not.toContain(CANARY)
  })

  it.each([
    ["a colon in the API key", "apiKey", `pk_test_${CANARY}:x`],
    ["a line break in the API key", "apiKey", `pk_test_${CANARY}\r\nX: y`],
    ["a NUL in the secret key", "secretKey", `sk_test_${CANARY}\0x`],
    ["a DEL in the secret key", "secretKey", `sk_test_${CANARY}\u007fx`],
  ])("refuses %s, without repeating it", (_, name, value) => {
    const text = complaint({ ...VALID, [name]: value })
    expect(text).toContain(`${name} has characters that no key has`)
    expect(text).toContain(ENV[name as keyof typeof ENV])
    expect(text).not.toContain(CANARY)
  })

  it("takes a colon in the secret key, which Basic auth allows", () => {
    expect(parseConnectionSettings({ ...VALID, secretKey: "sk_test_a:b" }).secretKey).toBe("sk_test_a:b")
  })

  it.each([
    ["live_public", `sk_test_${CANARY}`],
    [`pk_test_${CANARY}`, `sk_live_${CANARY}`],
    [`pk_test_${CANARY}`, CANARY],
    [CANARY, `sk_test_${CANARY}`],
  ])("refuses an API key %s beside a secret key %s of the other mode", (apiKey, secretKey) => {
    const text = complaint({ ...VALID, apiKey, secretKey })
    expect(text).toContain("different modes")
    expect(text).toContain(ENV.secretKey)
    expect(text).not.toContain(CANARY)
  })

  it.each([
    ["pk_test_a", "sk_test_a", true],
    ["pk_live_a", "sk_live_a", false],
    ["anything", "whatever", false],
    ["PK_TEST_a", "SK_TEST_a", false],
  ])("takes %s with %s: test mode %s, since live keys have no known form", (apiKey, secretKey, testMode) => {
    expect(isTestMode(parseConnectionSettings({ ...VALID, apiKey, secretKey }))).toBe(testMode)
  })

  it.each<[string, unknown, string[]]>([
    ["one", "a", ["a"]],
    ["two, comma-separated, while rotating", " a , b ,", ["a", "b"]],
    ["a list", ["a", " b ", ""], ["a", "b"]],
  ])("takes %s as endpoint secrets", (_, endpointSecret, kept) => {
    expect(parseConnectionSettings({ ...VALID, endpointSecret }).endpointSecret).toEqual(kept)
  })

  it.each([",", " , ,", [[]], [["", " "]]].map((value) => [Array.isArray(value) ? value[0] : value]))(
    "refuses %j as endpoint secrets: an empty secret must never verify anything",
    (endpointSecret) => {
      expect(complaint({ ...VALID, endpointSecret })).toContain("endpointSecret is empty")
    },
  )

  it.each<[string, Record<string, unknown>]>([
    ["orderPlacement payment", { orderPlacement: "payment" }],
    ["fewer assets", { assets: ["USDC", "BTC"] }],
    ["another signature header", { signatureHeader: "X-Signature" }],
    ["other words for cleared", { clearedStatuses: ["paid", "done"] }],
    ["the payer's IP off", { payerIp: "off" }],
    ["the payer's IP from a header", { payerIp: { header: "X-Real-Ip" } }],
    ["an address of the server", { backendUrl: "https://shop.example.com" }],
    ["limits at their edges", { minimumQuoteSeconds: 0, lookupsPerMinute: 10_000, watchDays: 365 }],
  ])("takes %s", (_, given) => {
    expect(parseConnectionSettings({ ...VALID, ...given })).toMatchObject(given)
  })

  it("keeps no setting it does not know", () => {
    expect(parseConnectionSettings({ ...VALID, x_unknown: CANARY })).not.toHaveProperty("x_unknown")
  })

  it("puts no value into the issues of its schema either", () => {
    const parsed = connectionSettings.safeParse({
      baseUrl: CANARY,
      apiKey: `${CANARY}:`,
      secretKey: `${CANARY}\0x`,
      endpointSecret: 1,
      assets: [CANARY],
    })
    expect(parsed.success).toBe(false)
    expect(JSON.stringify(parsed.error?.issues)).not.toContain(CANARY)
  })
})
