import { cryptoToSendBack, isFarAboveOverpaid, isFarFromRate, payoutRate, sentAtRate } from "../payout"

/** 25.50 USD for 0.000425 BTC, so 60 000 USD for 1 BTC. */
const RATE = { minor: "2550", base: "42500" }

describe("a payout at the payment's rate", () => {
  it("is rounded down to satoshis", () => {
    const sent = [2550n, 1000n, 1n, 0n].map((minor) => sentAtRate(minor, RATE))
    expect(sent).toEqual([42500n, 16666n, 16n, 0n])
  })

  it("is exact for amounts that floating point rounds, and zero for a payment of zero", () => {
    const rate = { minor: "9007199254740991", base: "900719925474099100000000000000000000" }
    expect(sentAtRate(9007199254740991n, rate)).toBe(900719925474099100000000000000000000n)
    expect(sentAtRate(1n, rate)).toBe(100000000000000000000n)
    expect(sentAtRate(5n, { minor: "0", base: "7" })).toBe(0n)
  })

  it("is shown in the asset's whole units, too", () => {
    const paid = { amount_minor: RATE.minor, pay_amount_base: RATE.base, asset: "BTC", decimals: 8 }
    const shown = { base: "16666", asset: "BTC", decimals: 8, display: "0.00016666" }
    expect(cryptoToSendBack(paid, { minor: 1000, currency: "USD" })).toEqual(shown)
  })

  it.each<[bigint, near: bigint[], far: bigint[]]>([
    [2550n, [42500n, 44625n, 40375n], [44626n, 40374n]],
    [1000n, [16666n, 17500n], [17501n]],
    [500n, [], [50_000_000n, 0n]],
  ])("of %s cents is within 5 %% of it for %s satoshis, and not for %s", (minor, near, far) => {
    expect(near.map((base) => isFarFromRate(minor, base, RATE))).toEqual(near.map(() => false))
    expect(far.map((base) => isFarFromRate(minor, base, RATE))).toEqual(far.map(() => true))
  })
})

it("a payout is far above an overpaid amount only if it is more than 105 % of it", () => {
  const isFar = [1n, 700n, 735n, 736n, 4100n].map((minor) => isFarAboveOverpaid(minor, 700n))
  expect(isFar).toEqual([false, false, false, true, true])
})

it.each([
  ["2550", "42500", { minor: 2, base: 8 }, "60000"],
  ["1000", "16666", { minor: 2, base: 8 }, "60002.40009600"],
  ["2550", "25497101", { minor: 2, base: 6 }, "1.00011370"],
  ["500", "500", { minor: 0, base: 2 }, "100"],
])("a payout's rate %s for %s in smallest units is rounded half up to eight places", (minor, base, exponents, rate) => {
  expect(payoutRate({ minor, base }, exponents)).toBe(rate.includes(".") ? rate.replace(/0+$/, "") : rate)
})
