import { isShown, shownOrNewest } from "../shown"

const payment = (id: string, minute: number, superseded = false) => ({
  id,
  created_at: new Date(Date.UTC(2026, 0, 1, 12, minute)),
  superseded_at: superseded ? new Date() : null,
})

describe("the payment that speaks for an order", () => {
  it("is the one that is shown, even if a newer one was superseded", () => {
    const shown = payment("a", 1)
    expect(shownOrNewest([payment("b", 2, true), shown])).toBe(shown)
    expect(isShown(shown)).toBe(true)
  })

  it("is the newest of several that are shown, and the same in any order of equals", () => {
    const [a, b, c] = [payment("a", 1), payment("b", 2), payment("c", 2)]
    expect(shownOrNewest([a, b, c])).toBe(c)
    expect(shownOrNewest([c, b, a])).toBe(c)
  })

  it("is the newest if none is shown any longer", () => {
    const newest = payment("b", 2, true)
    expect(shownOrNewest([payment("a", 1, true), newest])).toBe(newest)
    expect(shownOrNewest([])).toBeUndefined()
  })
})
