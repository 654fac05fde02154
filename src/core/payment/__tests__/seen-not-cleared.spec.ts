import { decideUnpaid } from "../attention"

const HOUR = 3_600_000
const QUOTE_END = new Date("2026-03-01T12:00:00Z")
const at = (hours: number): Date => new Date(QUOTE_END.getTime() + hours * HOUR)

type Unpaid = Parameters<typeof decideUnpaid>[0]

const payment = (wish: Partial<Unpaid> = {}): Unpaid => ({
  ...{ status: "expired", seen_at: at(-0.1), confirmations: 0, closed_at: null, quote_expires_at: QUOTE_END },
  ...{ attention_reason: null, status_unknown: false },
  ...wish,
})

describe("money that was seen and has not cleared", () => {
  const MARKED = { attention_reason: "seen_not_cleared" }

  it.each<[string, Partial<Unpaid>, number, boolean]>([
    ["needs nobody in the first day after its quote", {}, 23.9, false],
    ["needs a person a day after its quote", {}, 24, true],
    ["needs a person even if its quote was never marked as expired", { status: "awaiting_payment" }, 24, true],
    ["has a whole day if it came late", { seen_at: at(20) }, 43.9, false],
    ["needs a person a day after it came late", { seen_at: at(20) }, 44, true],
    ["needs a person if only its confirmations are known", { seen_at: null, confirmations: 1 }, 24, true],
    ["needs a person at once when its address is no longer watched", { seen_at: at(335) }, 336, true],
    ["still needs a person after an admin made the watch longer", { ...MARKED, seen_at: at(335) }, 340, true],
    ["needs nobody once the service no longer sees it", { ...MARKED, seen_at: null }, 48, false],
    ["needs nobody after a person closed it", { closed_at: at(30) }, 48, false],
    ["needs a person again if it is seen anew", { closed_at: at(30), seen_at: at(40) }, 64, true],
    ["needs nobody once it is paid", { status: "completed" }, 48, false],
  ])("%s", (_, wish, hours, expected) => {
    const days = 14
    expect(decideUnpaid(payment(wish), at(hours).getTime(), days)).toBe(expected ? "seen_not_cleared" : null)
  })

  it("needs a person for its unknown word at the same time, and changes the reason with the word", () => {
    const unknown = payment({ status_unknown: true })
    const reasonAt = (hours: number, wish: Partial<Unpaid> = {}) =>
      decideUnpaid({ ...unknown, ...wish }, at(hours).getTime(), 14)
    expect([reasonAt(23.9), reasonAt(24), reasonAt(30, MARKED)]).toEqual([null, "unknown_status", "unknown_status"])
    const known = { attention_reason: "unknown_status", status_unknown: false }
    expect([reasonAt(30, known), reasonAt(30, { ...known, seen_at: null })]).toEqual(["seen_not_cleared", null])
  })

  it("needs a person at the end of a watch of one day", () => {
    expect(decideUnpaid(payment({ seen_at: at(20) }), at(24).getTime(), 1)).toBe("seen_not_cleared")
  })
})
