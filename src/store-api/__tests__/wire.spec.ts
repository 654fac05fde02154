import { createPaymentRequest, paymentResponse, paymentStatusResponse } from "../wire"
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
    const more = { ...payment, later: 1, payAmount: { ...payment.payAmount, later: 1 } }
    for (const body of [payment, more]) expect(paymentResponse.parse(body)).toEqual(payment)
  })

  const required = Object.entries(payment).flatMap(([field, value]) => [
    field,
    ...(typeof value === "object" ? Object.keys(value).map((name) => `${field}.${name}`) : []),
  ])

  it.each(required.filter((path) => path !== "rate.expiresAt"))("is refused without %s, or if it is null", (path) => {
    expect(paymentResponse.safeParse(changed(path, undefined)).success).toBe(false)
    expect(paymentResponse.safeParse(changed(path, null)).success).toBe(false)
  })

  const each = (accepted: boolean, cases: Record<string, unknown[]>) =>
    Object.entries(cases).flatMap(([path, values]) => values.map((value) => [path, value, accepted] as const))

  it.each([
    ...each(false, {
      id: ["", 7, "x".repeat(256)],
      status: [""],
      address: [""],
      "payAmount.base": ["0", "0100", "1.5", "1e8", 100000, "9".repeat(79)],
      "payAmount.decimals": [-1, 1.5, 37],
      "displayAmount.minor": ["500", 5.5, 2 ** 53],
      "rate.pricePerWholeUnit": [50000],
      uri: ["", "x".repeat(2049)],
      quoteExpiresAt: [
        ...["tomorrow", "2030-01-01", "2030-01-01T00:00:00", "2030-13-01T00:00:00Z", "2030-02-30T00:00:00+0000"],
        ...["2030-01-01T25:00:00+0000", "2030-01-01T00:00:00+2500", 1893456000],
      ],
    }),
    ...each(true, {
      status: ["a_word_nobody_told_us"],
      "payAmount.base": ["123456789012345678901234567890"],
      quoteExpiresAt: ["2030-01-01T00:00:00.123456Z", "2030-01-01T02:00:00+02:00"],
      "rate.expiresAt": [1893456000, null, undefined],
    }),
  ])("with %s %j is accepted: %s", (path, value, accepted) => {
    expect(paymentResponse.safeParse(changed(path, value)).success).toBe(accepted)
  })

  const NEW_YEAR = "2030-01-01T00:00:00Z"
  it.each([
    ["2030-01-01T02:30:00+0230", NEW_YEAR],
    ["2029-12-31T16:00:00-08", NEW_YEAR],
    ["2029-12-31T16:00:00.000-08:00", NEW_YEAR],
    ["2030-01-01T00:00:00-00:00", NEW_YEAR],
    ["2030-01-01t00:00:00z", NEW_YEAR],
    ["2030-01-01 00:00:00 +0000", NEW_YEAR],
    ["2030-01-01T00:00Z", NEW_YEAR],
    ["2030-01-01T00:00:00,500Z", "2030-01-01T00:00:00.5Z"],
    ["2030-01-01T00:00:00.123456789+00:00", "2030-01-01T00:00:00.123Z"],
  ])("reads the time %s as %s", (written, time) => {
    const { quoteExpiresAt } = paymentResponse.parse(changed("quoteExpiresAt", written))
    expect(Date.parse(quoteExpiresAt)).toBe(Date.parse(time))
  })
})

describe("the lookup's answer", () => {
  it.each<[unknown, number]>([
    [3, 3],
    ...[undefined, null, "3", -1, 1.5].map((wrong): [unknown, number] => [wrong, 0]),
  ])("is accepted with %j as its confirmations; only a count is kept: %i", (confirmations, read) => {
    const status = { id: "pay_1", status: "completed" }
    const answer = { ...status, confirmations, later: 1 }
    expect(paymentStatusResponse.parse(answer)).toEqual({ ...status, confirmations: read })
  })

  const WRONG = [{ id: "pay_1" }, { status: "completed" }, { id: 1, status: "completed" }, { id: "pay_1", status: "" }]
  it.each([...WRONG, "x"])("is refused as %j", (body) => {
    expect(paymentStatusResponse.safeParse(body).success).toBe(false)
  })
})

const request = { asset: "USDC", chain: "base", amount: { minor: 500, currency: "USD" }, payerIp: "203.0.113.7" }

it.each<[string, object, boolean]>([
  ["all fields", {}, true],
  ["an IPv6 payer", { payerIp: "2001:db8::1" }, true],
  ["no chain and no payer", { chain: undefined, payerIp: undefined }, true],
  ["another asset", { asset: "ETH" }, false],
  ["another chain", { chain: "ethereum" }, false],
  ["an amount of zero", { amount: { minor: 0, currency: "USD" } }, false],
  ["a fraction of a minor unit", { amount: { minor: 1.5, currency: "USD" } }, false],
  ["an amount that is not a safe integer", { amount: { minor: 2 ** 53, currency: "USD" } }, false],
  ["a currency in lowercase letters", { amount: { minor: 1, currency: "usd" } }, false],
  ["a payer IP that is not one address", { payerIp: "203.0.113.7, 10.0.0.1" }, false],
])("the create operation's request with %s is accepted unchanged or refused: %j %s", (_, changes, accepted) => {
  const body = { ...request, ...changes }
  expect(createPaymentRequest.safeParse(body)).toMatchObject(accepted ? { data: body } : { success: false })
})
