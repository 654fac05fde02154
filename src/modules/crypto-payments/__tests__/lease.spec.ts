import type { PaymentRow } from "../stores/rows"
import { Leases } from "../stores/store"

const NOW = new Date("2026-03-01T12:00:00Z")
const claimed = { id: "cpay_1" } as PaymentRow

describe("the lease of a payment that is being settled", () => {
  let [renewals, answers]: [number[], (boolean | Error)[]] = [[], []]
  const leases = new Leases<PaymentRow>(undefined as never, "crypto_payment", { lease: "leased_until" })
  jest.spyOn(leases, "renew").mockImplementation(async (_, now) => {
    renewals.push(now.getTime() - NOW.getTime())
    const answer = answers.shift() ?? true
    if (answer instanceof Error) throw answer
    return answer
  })
  beforeEach(() => {
    renewals = []
    answers = []
    jest.useFakeTimers()
  })
  afterEach(() => jest.useRealTimers())

  it.each<[string, seconds: number, (boolean | Error)[], renewals: number[], ownsLease: boolean]>([
    ["not renewed for work that takes less than ten seconds", 9.999, [], [], true],
    ["renewed every ten seconds while the work lasts, and not after it", 35, [], [10, 20, 30], true],
    ["reported as lost when another process has it, and not renewed again", 60, [true, false], [10, 20], false],
    ["renewed again after one renewal failed", 25, [new Error("connection terminated")], [10, 20], true],
  ])("is %s", async (_, seconds, given, renewed, ownsLease) => {
    answers = [...given]
    const worked = leases.withHeartbeat(claimed, NOW, async (isStillOurs) => {
      await jest.advanceTimersByTimeAsync(seconds * 1000)
      return isStillOurs()
    })
    expect(await worked).toBe(ownsLease)
    await jest.advanceTimersByTimeAsync(60_000)
    expect(renewals).toEqual(renewed.map((at) => at * 1000))
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
