import {
  afterRefusal,
  canGrow,
  lookupShare,
  lookupSpacing,
  newBudget,
  type RequestBudget,
  reservedForCreations,
  takeLookups,
} from "../request-budget"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const NONE = { minute: 0, tenMinutes: 0 }
const NOW = Date.UTC(2026, 2, 1)
const WISH = { wanted: 100, ceiling: 60, creations: NONE }

/** Takes what a backlog of lookups gets every ten seconds. */
function drain(budget: RequestBudget, from: number, until: number, wish: object = {}) {
  const grants: { at: number; granted: number }[] = []
  let present = budget
  for (let at = from; at < until; at += 10 * SECOND) {
    const { budget: left, granted } = takeLookups(present, { ...WISH, ...wish }, at)
    present = left
    grants.push({ at, granted })
  }
  return { budget: present, grants, total: grants.reduce((sum, one) => sum + one.granted, 0) }
}

describe("the budget of lookups", () => {
  it.each([
    [{ minute: 0, tenMinutes: 0 }, 2],
    [{ minute: 1, tenMinutes: 2 }, 6],
    [{ minute: 8, tenMinutes: 80 }, 19],
    [{ minute: 2, tenMinutes: 80 }, 19],
  ])("reserves for the creations %j the calls of %i a minute", (creations, calls) => {
    expect(reservedForCreations(creations)).toBe(calls)
  })

  it("spreads lookups over the minute, and exceeds the share in no 60 seconds", () => {
    const { grants } = drain(newBudget(NOW), NOW, NOW + 10 * MINUTE, { ceiling: 20 })
    const share = lookupShare(20, NONE)
    for (const { at } of grants) {
      const inMinute = grants.filter((one) => one.at >= at && one.at < at + MINUTE)
      expect(inMinute.reduce((sum, one) => sum + one.granted, 0)).toBeLessThanOrEqual(share)
    }
    expect(Math.max(...grants.slice(1).map(({ granted }) => granted))).toBeLessThanOrEqual(3)
  })

  it("grows by one call a minute while lookups wait, up to the setting", () => {
    expect(drain(newBudget(NOW), NOW, NOW + 10 * MINUTE).budget.callsPerMinute).toBeCloseTo(30, 0)
    expect(drain(newBudget(NOW), NOW, NOW + 2 * HOUR).budget.callsPerMinute).toBe(60)
  })

  it("can grow until it reaches the setting, or what the service allowed when it last refused a call", () => {
    const can = (callsPerMinute: number, found: RequestBudget["found"] = null) =>
      canGrow({ ...newBudget(NOW), callsPerMinute, found }, 60, NOW)
    const found = { callsPerMinute: 36, until: NOW + HOUR }
    expect([can(20), can(59), can(60), can(35, found), can(36, found)]).toEqual([true, true, false, true, false])
    expect(can(36, { ...found, until: NOW })).toBe(true)
  })

  it.each([
    ["few lookups are due", { wanted: 1 }],
    ["the service does not answer", { failing: true }],
    ["only people wait", { urgent: true }],
  ])("does not grow while %s", (_, wish) => {
    const { budget, grants } = drain(newBudget(NOW), NOW, NOW + HOUR, wish)
    expect(budget.callsPerMinute).toBe(20)
    // One lookup at a time finds out whether the service answers again.
    if ("failing" in wish) expect(new Set(grants.map(({ granted }) => granted))).toEqual(new Set([1]))
  })

  it("halves the lookups' share after a 429, once for all that were on the way, and waits as long as asked", () => {
    const before = { ...newBudget(NOW), callsPerMinute: 42, tokens: 5 }
    const until = NOW + 20 * SECOND
    const refused = afterRefusal(before, NONE, until, NOW)
    expect(afterRefusal(refused, NONE, until, NOW + 1)).toEqual(refused)
    expect(refused.callsPerMinute).toBe(22)
    // Not even what was saved before is sent at once.
    expect(takeLookups(refused, WISH, until).granted).toBe(0)
    const { grants } = drain(refused, NOW, NOW + MINUTE)
    expect(grants.filter(({ granted }) => granted > 0)[0]?.at).toBeGreaterThanOrEqual(until)
  })

  it("lets a person's lookup wait only until the pause ends, which is at least a second", () => {
    const refused = afterRefusal(newBudget(NOW), NONE, NOW, NOW)
    const granted = (at: number) => takeLookups(refused, { ...WISH, wanted: 1, urgent: true }, at).granted
    expect([0, SECOND - 1, SECOND].map((after) => granted(NOW + after))).toEqual([0, 0, 1])
  })

  it("counts the payments that were created before a refusal to what the service allows", () => {
    const creations = { minute: 8, tenMinutes: 80 }
    const { found } = afterRefusal({ ...newBudget(NOW), callsPerMinute: 42 }, creations, NOW, NOW)
    expect(found?.callsPerMinute).toBeCloseTo(0.9 * (lookupShare(42, creations) + 8))
  })

  it.each([
    ["the three that a backlog gets", 3, 9, 3 * SECOND],
    ["all that are due, at once", 3, 3, 0],
    ["the only one that a backlog gets, at once", 1, 9, 0],
    ["none", 0, 9, 0],
  ])("sends %s: %i of %i lookups, %i milliseconds apart", (_, granted, wanted, spacing) => {
    expect(lookupSpacing(granted, wanted, 9 * SECOND)).toBe(spacing)
  })

  it("comes back to nine tenths of what was refused, and exceeds that only after a day", () => {
    const refused = afterRefusal({ ...newBudget(NOW), callsPerMinute: 42 }, NONE, NOW, NOW)
    expect(drain(refused, NOW, NOW + 23 * HOUR).budget.callsPerMinute).toBeCloseTo(36)
    expect(drain(refused, NOW, NOW + 25 * HOUR).budget.callsPerMinute).toBeGreaterThan(50)
  })

  it("is back within two hours of ten minutes in which the service refused everything", () => {
    let budget: RequestBudget = { ...newBudget(NOW), callsPerMinute: 42 }
    for (let at = NOW; at < NOW + 10 * MINUTE; at += 10 * SECOND) {
      const taken = takeLookups(budget, WISH, at)
      budget = taken.granted > 0 ? afterRefusal(taken.budget, NONE, at + 5 * SECOND, at) : taken.budget
    }
    expect(budget.callsPerMinute).toBeLessThan(6)
    expect(drain(budget, NOW + 10 * MINUTE, NOW + 130 * MINUTE).budget.callsPerMinute).toBeGreaterThan(42)
  })

  it("lets a person's lookup use the next seconds' tokens, which the sweep then lacks", () => {
    const spent = drain(newBudget(NOW), NOW, NOW + 1).budget
    expect(takeLookups(spent, WISH, NOW).granted).toBe(0)
    const { budget, granted } = takeLookups(spent, { ...WISH, wanted: 9, urgent: true }, NOW)
    expect(granted).toBe(5)
    expect(takeLookups(budget, { ...WISH, urgent: true }, NOW).granted).toBe(0)
    expect(takeLookups(budget, WISH, NOW + 15 * SECOND).granted).toBe(0)
  })

  it("grants at least one lookup a minute, however many payments are created", () => {
    const creations = { minute: 900, tenMinutes: 1000 }
    expect(drain(newBudget(NOW), NOW, NOW + HOUR, { creations }).total).toBeGreaterThanOrEqual(60)
  })

  it("continues after a clock that was ahead by days is set back", () => {
    const ahead = { ...newBudget(NOW + 9 * 24 * HOUR), tokens: -3 }
    expect(drain(ahead, NOW, NOW + MINUTE).total).toBeGreaterThan(5)
  })
})
