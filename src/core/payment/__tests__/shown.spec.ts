import { isCurrent, replacementsOf, shownOrNewest } from "../lifecycle"

const payment = (id: string, minute: number, superseded = false) => ({
  id,
  created_at: new Date(Date.UTC(2026, 0, 1, 12, minute)),
  superseded_at: superseded ? new Date() : null,
})

describe("the payment that represents an order", () => {
  it("is the one that is shown, even if a newer one was superseded", () => {
    const shown = payment("a", 1)
    expect(shownOrNewest([payment("b", 2, true), shown])).toBe(shown)
    expect(isCurrent(shown)).toBe(true)
  })

  it("is the newest of several shown ones, and the same among equally old ones in any order", () => {
    const [a, b, c] = [payment("a", 1), payment("b", 2), payment("c", 2)]
    expect(shownOrNewest([a, b, c])).toBe(c)
    expect(shownOrNewest([c, b, a])).toBe(c)
  })

  it("is the newest if none is shown", () => {
    const newest = payment("b", 2, true)
    expect(shownOrNewest([payment("a", 1, true), newest])).toBe(newest)
    expect(shownOrNewest([])).toBeUndefined()
  })
})

describe("the payments that replaced another one", () => {
  const of = (id: string, supersededMinute: number | null, collection = "pay_col") => ({
    id,
    payment_collection_id: collection,
    superseded_at: supersededMinute === null ? null : new Date(Date.UTC(2026, 0, 1, 12, supersededMinute)),
  })

  it("are those of its checkout that are shown or were shown later", () => {
    const [first, second, third] = [of("a", 1), of("b", 2), of("c", null)]
    const all = [first, second, third, of("d", null, "another")]
    expect(replacementsOf(first, all)).toEqual([second, third])
    expect(replacementsOf(second, all)).toEqual([third])
  })

  it("do not exist if it is shown, or if it was withdrawn last", () => {
    const [first, last] = [of("a", 1), of("b", 2)]
    expect(replacementsOf(last, [first, last])).toEqual([])
    expect(replacementsOf(of("c", null), [first, last, of("c", null)])).toEqual([])
  })
})
