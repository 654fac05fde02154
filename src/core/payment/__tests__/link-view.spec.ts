import { offeredBy } from "../../assets/choices"
import { type LinkFacts, linkAsPayment, linkView } from "../shopper-view"

const NOW = new Date("2026-11-22T12:00:00Z")
const connection = { id: "default", assets: ["LTC" as const], testMode: true, throttledUntil: null, refusedAt: null }
const offered = offeredBy({ ...connection, unavailableUntil: {} }, NOW)
const facts = (some: Partial<LinkFacts> = {}): LinkFacts => ({
  ...{ connectionId: "default", displayId: 12, canceled: false, offered },
  outstanding: { minor: 4100, currency: "USD" },
  ...some,
})

describe("the view of a payment link before an asset is chosen", () => {
  it("shows what the order owes and the payment options", () => {
    expect(linkView(facts(), NOW)).toEqual({
      provider_id: "pp_crypto_default",
      order: { display_id: 12 },
      amount: { minor: 4100, currency: "USD", display: "41.00" },
      options: offered,
      ...{ state: "expired", test_mode: true },
      server_time: NOW.toISOString(),
      next_poll_seconds: 15,
    })
  })

  it.each([
    ["a canceled order", { canceled: true }, "canceled"],
    ["an order that owes nothing", { outstanding: null }, "alreadyPaid"],
    ["an order without payment options", { offered: [] }, "notNow"],
    ["a canceled order that owes nothing", { canceled: true, outstanding: null }, "canceled"],
    ["a canceled order without payment options", { canceled: true, offered: [] }, "canceled"],
    ["an order that owes nothing and has no payment options", { outstanding: null, offered: [] }, "alreadyPaid"],
  ] as const)("shows no amount, no options and the reason for %s", (_, some, state) => {
    expect(linkView(facts(some), NOW)).toMatchObject({ amount: null, options: [], state })
  })

  it("shows no order without a display id, and is in test mode if any offered option is", () => {
    expect(linkView(facts({ displayId: null }), NOW).order).toBeNull()
    const live = offered.map((one) => ({ ...one, test_mode: false }))
    expect(linkView(facts({ offered: live }), NOW).test_mode).toBe(false)
    expect(linkView(facts({ offered: [...live, ...offered] }), NOW).test_mode).toBe(true)
  })

  it("is shown on the page as an expired payment without an address", () => {
    const { options: _, ...view } = linkView(facts(), NOW)
    expect(linkAsPayment({ options: [], ...view })).toEqual({
      ...view,
      ...{ status: "expired", confirmations: 0, asset: "", chain: "", address: null, uri: null, wallet: null },
      pay_amount: { base: "0", asset: "", decimals: 0, display: "0" },
      rate: "0",
      quote_expires_at: NOW.toISOString(),
      ...{ receipt: null, goes_back_at: null, sent_back_at: null, payouts: [], outstanding: null },
    })
    expect(linkAsPayment(linkView(facts({ outstanding: null }), NOW)).amount).toBeNull()
    const lapsed = { asset: "LTC", chain: "litecoin" }
    expect(linkAsPayment(linkView(facts(), NOW), lapsed)).toMatchObject({ ...lapsed, address: null })
  })
})
