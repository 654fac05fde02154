import { isShown, shownOrNewest } from "../shown"

const payment = (id: string, minute: number, superseded = false) => ({
  id,
  created_at: new Date(Date.UTC(2026, 0, 1, 12, minute)),
  superseded_at: superseded ? new Date() : null,
})

describe("the payment that represents an order", () => {
  it("is the one that is shown, even if a newer one was superseded", () => {
    const shown = payment("a", 1)
    expect(shownOrNewest([payment("b", 2, true), shown])).toBe(shown)
    expect(isShown(shown)).toBe(true)
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
