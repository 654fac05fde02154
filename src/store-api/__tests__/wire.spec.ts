import { createPaymentRequest, PAYMENTS_PATH, paymentResponse, paymentStatusResponse } from "../wire"
import { payment } from "./support/payment"

/** The answer with another value at a path such as `payAmount.base`; undefined removes the field. */
const changed = (path: string, value: unknown): unknown => {
  const copy = structuredClone(payment) as Record<string, unknown>
  const keys = path.split(".")
  const last = keys.pop() ?? ""
  keys.reduce((at, key) => at[key] as Record<string, unknown>, copy)[last] = value
  return copy
}

describe("the create operation's answer", () => {
  it("keeps the fields of the specification, and no others", () => {
    expect(paymentResponse.parse(payment)).toEqual(payment)
    expect(paymentResponse.parse({ ...payment, later: 1, payAmount: { ...payment.payAmount, later: 1 } })).toEqual(
      payment,
    )
  })

  it.each([
    "id",
    "status",
    "address",
    "payAmount",
    "payAmount.base",
    "payAmount.asset",
    "payAmount.decimals",
    "displayAmount",
    "displayAmount.minor",
    "displayAmount.currency",
    "rate",
    "rate.pricePerWholeUnit",
    "chain",
    "uri",
    "quoteExpiresAt",
  ])("is refused without %s, or with null in its place", (path) => {
    expect(paymentResponse.safeParse(changed(path, undefined)).success).toBe(false)
    expect(paymentResponse.safeParse(changed(path, null)).success).toBe(false)
  })

  it.each<[string, unknown]>([
    ["id", ""],
    ["id", 7],
    ["id", "x".repeat(256)],
    ["status", ""],
    ["address", ""],
    ["payAmount.base", "0"],
    ["payAmount.base", "0100"],
    ["payAmount.base", "1.5"],
    ["payAmount.base", "1e8"],
    ["payAmount.base", 100000],
    ["payAmount.base", "9".repeat(79)],
    ["payAmount.decimals", -1],
    ["payAmount.decimals", 1.5],
    ["payAmount.decimals", 37],
    ["displayAmount.minor", "500"],
    ["displayAmount.minor", 5.5],
    ["displayAmount.minor", 2 ** 53],
    ["rate.pricePerWholeUnit", 50000],
    ["uri", ""],
    ["uri", "x".repeat(2049)],
    ["quoteExpiresAt", "tomorrow"],
    ["quoteExpiresAt", "2030-01-01"],
    ["quoteExpiresAt", "2030-01-01T00:00:00"],
    ["quoteExpiresAt", "2030-13-01T00:00:00Z"],
    ["quoteExpiresAt", "2030-02-30T00:00:00+0000"],
    ["quoteExpiresAt", "2030-01-01T25:00:00+0000"],
    ["quoteExpiresAt", "2030-01-01T00:00:00+2500"],
    ["quoteExpiresAt", 1893456000],
  ])("is refused with %s %j", (path, value) => {
    expect(paymentResponse.safeParse(changed(path, value)).success).toBe(false)
  })

  it.each<[string, unknown]>([
    ["status", "a_word_nobody_told_us"],
    ["payAmount.base", "123456789012345678901234567890"],
    ["quoteExpiresAt", "2030-01-01T00:00:00.123456Z"],
    ["quoteExpiresAt", "2030-01-01T02:00:00+02:00"],
    ["rate.expiresAt", 1893456000],
    ["rate.expiresAt", null],
  ])("is accepted with %s %j", (path, value) => {
    expect(paymentResponse.safeParse(changed(path, value)).success).toBe(true)
  })

  it.each([
    ["2030-01-01T00:00:00+0000", "2030-01-01T00:00:00Z"],
    ["2030-01-01T02:30:00+0230", "2030-01-01T00:00:00Z"],
    ["2029-12-31T16:00:00-08", "2030-01-01T00:00:00Z"],
    ["2029-12-31T16:00:00.000-08:00", "2030-01-01T00:00:00Z"],
    ["2030-01-01T00:00:00-00:00", "2030-01-01T00:00:00Z"],
    ["2030-01-01t00:00:00z", "2030-01-01T00:00:00Z"],
    ["2030-01-01 00:00:00Z", "2030-01-01T00:00:00Z"],
    ["2030-01-01 00:00:00 +0000", "2030-01-01T00:00:00Z"],
    ["2030-01-01T00:00Z", "2030-01-01T00:00:00Z"],
    ["2030-01-01T00:00:00,500Z", "2030-01-01T00:00:00.5Z"],
    ["2030-01-01T00:00:00.123456789+00:00", "2030-01-01T00:00:00.123Z"],
  ])("reads the time %s as %s", (written, time) => {
    const { quoteExpiresAt } = paymentResponse.parse(changed("quoteExpiresAt", written))
    expect(Date.parse(quoteExpiresAt)).toBe(Date.parse(time))
  })

  it("is accepted without the expiry of the rate", () => {
    expect(paymentResponse.safeParse(changed("rate.expiresAt", undefined)).success).toBe(true)
  })
})

describe("the lookup's answer", () => {
  it.each<[string, unknown, number]>([
    ["a count", 3, 3],
    ["no value", undefined, 0],
    ["null", null, 0],
    ["a text", "3", 0],
    ["a negative count", -1, 0],
    ["a fraction", 1.5, 0],
  ])("is accepted with %s as its confirmations; only a count is kept", (_, confirmations, read) => {
    expect(paymentStatusResponse.parse({ id: "pay_1", status: "completed", confirmations, later: 1 })).toEqual({
      id: "pay_1",
      status: "completed",
      confirmations: read,
    })
  })

  it.each([
    {},
    { id: "pay_1" },
    { status: "completed" },
    { id: 1, status: "completed" },
    { id: "pay_1", status: "" },
    [],
    null,
    "x",
  ])("is refused as %j", (body) => {
    expect(paymentStatusResponse.safeParse(body).success).toBe(false)
  })
})

describe("the create operation's request", () => {
  const request = { asset: "USDC", chain: "base", amount: { minor: 500, currency: "USD" }, payerIp: "203.0.113.7" }

  it.each<[string, unknown]>([
    ["all fields", request],
    ["an IPv6 payer", { ...request, payerIp: "2001:db8::1" }],
    ["no chain and no payer", { asset: "BTC", amount: request.amount }],
  ])("may have %s", (_, body) => {
    expect(createPaymentRequest.parse(body)).toEqual(body)
  })

  it.each<[string, unknown]>([
    ["another asset", { ...request, asset: "ETH" }],
    ["another chain", { ...request, chain: "ethereum" }],
    ["an amount of zero", { ...request, amount: { minor: 0, currency: "USD" } }],
    ["a fraction of a minor unit", { ...request, amount: { minor: 1.5, currency: "USD" } }],
    ["an amount that is not a safe integer", { ...request, amount: { minor: 2 ** 53, currency: "USD" } }],
    ["a currency in lowercase letters", { ...request, amount: { minor: 1, currency: "usd" } }],
    ["a payer IP that is not one address", { ...request, payerIp: "203.0.113.7, 10.0.0.1" }],
  ])("may not have %s", (_, body) => {
    expect(createPaymentRequest.safeParse(body).success).toBe(false)
  })

  it("goes to the documented path", () => {
    expect(PAYMENTS_PATH).toBe("/v1/store-api/payments")
  })
})
