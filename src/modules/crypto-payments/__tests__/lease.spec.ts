import type { PaymentRow } from "../stores/rows"
import { Leases } from "../stores/store"

const NOW = new Date("2026-03-01T12:00:00Z")
const claimed = { id: "cpay_1" } as PaymentRow

describe("the lease of a payment that is being settled", () => {
  let renewals: number[]
  let answers: (boolean | Error)[]
  const leases = new Leases<PaymentRow>(undefined as never, "crypto_payment", { lease: "leased_until" })
  jest.spyOn(leases, "renew").mockImplementation(async (_, now) => {
    renewals.push(now.getTime() - NOW.getTime())
    const answer = answers.shift() ?? true
    if (answer instanceof Error) throw answer
    return answer
  })
  const working = (milliseconds: number) =>
    leases.withHeartbeat(claimed, NOW, async (isOurs) => {
      await jest.advanceTimersByTimeAsync(milliseconds)
      return isOurs()
    })

  beforeEach(() => {
    renewals = []
    answers = []
    jest.useFakeTimers()
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  it("is not renewed for work that takes less than ten seconds", async () => {
    expect(await working(9_999)).toBe(true)
    expect(renewals).toEqual([])
  })

  it("is renewed every ten seconds while the work lasts, and not after it", async () => {
    expect(await working(35_000)).toBe(true)
    await jest.advanceTimersByTimeAsync(60_000)
    expect(renewals).toEqual([10_000, 20_000, 30_000])
  })

  it("is reported as lost when another process has it, and is not renewed again", async () => {
    answers = [true, false]
    expect(await working(60_000)).toBe(false)
    expect(renewals).toEqual([10_000, 20_000])
  })

  it("is renewed again after one renewal failed", async () => {
    answers = [new Error("connection terminated")]
    expect(await working(25_000)).toBe(true)
    expect(renewals).toEqual([10_000, 20_000])
  })

  it("is not renewed after the work failed", async () => {
    const broken = leases.withHeartbeat(claimed, NOW, async () => {
      throw new Error("no cart")
    })
    await expect(broken).rejects.toThrow("no cart")
    await jest.advanceTimersByTimeAsync(60_000)
    expect(renewals).toEqual([])
  })
})
