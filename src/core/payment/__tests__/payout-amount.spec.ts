import { isFarAboveOverpaid, isFarFromRate, payoutRate, sentAtRate } from "../payout-amount"

/** 25.50 USD for 0.000425 BTC, so 60 000 USD for 1 BTC. */
const RATE = { minor: "2550", base: "42500" }

describe("a payout at the payment's rate", () => {
  it.each([
    [2550n, 42500n],
    [1000n, 16666n],
    [1n, 16n],
    [0n, 0n],
  ])("%s cents are %s satoshis, rounded down", (minor, base) => {
    expect(sentAtRate(minor, RATE)).toBe(base)
  })

  it("is exact for amounts that floating point rounds", () => {
    const rate = { minor: "9007199254740991", base: "900719925474099100000000000000000000" }
    expect(sentAtRate(9007199254740991n, rate)).toBe(900719925474099100000000000000000000n)
    expect(sentAtRate(1n, rate)).toBe(100000000000000000000n)
  })

  it("is zero for a payment of zero", () => {
    expect(sentAtRate(5n, { minor: "0", base: "7" })).toBe(0n)
  })

  it.each([
    [2550n, 42500n, false],
    [2550n, 44625n, false],
    [2550n, 44626n, true],
    [2550n, 40375n, false],
    [2550n, 40374n, true],
    [1000n, 16666n, false],
    [1000n, 17500n, false],
    [1000n, 17501n, true],
    [500n, 50_000_000n, true],
    [500n, 0n, true],
  ])("%s cents for %s satoshis: more than 5 %% off is %s", (minor, base, isFar) => {
    expect(isFarFromRate(minor, base, RATE)).toBe(isFar)
  })
})

describe("a payout compared with the overpaid amount", () => {
  it.each([
    [700n, false],
    [735n, false],
    [736n, true],
    [4100n, true],
    [1n, false],
  ])("%s cents for 700: more than 5 %% above is %s", (minor, isFar) => {
    expect(isFarAboveOverpaid(minor, 700n)).toBe(isFar)
  })
})

describe("the rate of a payout", () => {
  it.each([
    ["2550", "42500", { minor: 2, base: 8 }, "60000"],
    ["1000", "16666", { minor: 2, base: 8 }, "60002.40009600"],
    ["2550", "25497101", { minor: 2, base: 6 }, "1.00011370"],
    ["500", "500", { minor: 0, base: 2 }, "100"],
  ])("%s for %s in the smallest units is rounded half up to eight places", (minor, base, exponents, rate) => {
    expect(payoutRate({ minor, base }, exponents)).toBe(rate.includes(".") ? rate.replace(/0+$/, "") : rate)
  })
})
