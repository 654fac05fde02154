import { offeredBy } from "../../assets/offered-assets"
import { type LinkFacts, linkAsPayment, linkView } from "../link-view"

const NOW = new Date("2026-11-22T12:00:00Z")
const offered = offeredBy(
  {
    ...{ id: "default", assets: ["LTC"], testMode: true, throttledUntil: null },
    ...{ refusedAt: null, unavailableUntil: {} },
  },
  NOW,
)
const facts = (some: Partial<LinkFacts> = {}): LinkFacts => ({
  ...{ connectionId: "default", displayId: 12, canceled: false, owes: { minor: 4100, currency: "USD" }, offered },
  ...some,
})
const CLOSED = { amount: null, options: [] }

describe("what the holder of a payment link sees before choosing an asset", () => {
  it("is what the order owes, and what can be paid with", () => {
    expect(linkView(facts(), NOW)).toEqual({
      provider_id: "pp_crypto_default",
      order: { display_id: 12 },
      amount: { minor: 4100, currency: "USD", display: "41.00" },
      options: offered,
      canceled: false,
      nothing_owed: false,
      unavailable: false,
      test_mode: true,
      server_time: NOW.toISOString(),
      next_poll_seconds: 15,
    })
  })

  it.each([
    ["a canceled order", { canceled: true }, "canceled"],
    ["an order that owes nothing", { owes: null }, "nothing_owed"],
    ["a store that cannot take it", { offered: [] }, "unavailable"],
    ["a canceled order that owes nothing", { canceled: true, owes: null }, "canceled"],
    ["a canceled order of a store that cannot take it", { canceled: true, offered: [] }, "canceled"],
    ["an order that owes nothing to a store that cannot take it", { owes: null, offered: [] }, "nothing_owed"],
  ] as const)("asks for nothing of %s", (_, some, why) => {
    const view = linkView(facts(some), NOW)
    const others = { canceled: false, nothing_owed: false, unavailable: false }
    expect(view).toMatchObject({ ...CLOSED, ...others, [why]: true })
  })

  it("has no number of an order that has none", () => {
    expect(linkView(facts({ displayId: null }), NOW).order).toBeNull()
  })

  it("is a test if anything that is offered is", () => {
    const live = offered.map((one) => ({ ...one, test_mode: false }))
    expect(linkView(facts({ offered: live }), NOW).test_mode).toBe(false)
    expect(linkView(facts({ offered: [...live, ...offered] }), NOW).test_mode).toBe(true)
  })

  it("is, on the page, a payment without an address", () => {
    const { options: _, ...view } = linkView(facts(), NOW)
    expect(linkAsPayment({ options: [], ...view })).toEqual({
      ...view,
      status: "expired",
      confirmations: 0,
      ...{ asset: "", chain: "", address: null, uri: null, wallet: null },
      pay_amount: { base: "0", asset: "", decimals: 0, display: "0" },
      rate: "0",
      quote_expires_at: NOW.toISOString(),
      ...{ superseded: false, receipt: null, unfinished: false, sent_back_at: null },
    })
    expect(linkAsPayment(linkView(facts({ owes: null }), NOW)).amount).toBeNull()
  })
})
