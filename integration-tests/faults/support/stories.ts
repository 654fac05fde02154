import * as fc from "fast-check"
import { MANUAL_PROVIDER } from "../../support/constants"
import { ACTS, type ActName, CREDIT } from "./shop-model"
import type { StoryPlan } from "./stories/acts"
import { plan } from "./stories/drawn"
import { actsToldElsewhere, fixedStories } from "./stories/fixed-stories"
import { describeModelShop } from "./stories/model-shop"
import type { ModelShop } from "./stories/story"
import { type Tally, tellStory } from "./stories/tell-story"

/** How many stories are drawn after the fixed ones. PROPERTY_SEED gives other ones. */
const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_301)
const RUNS = Number(process.env.PROPERTY_RUNS ?? 0)

jest.setTimeout(300_000 + RUNS * 60_000)

/**
 * Checks the rules against stories in a shop with this order placement. Each file has one shop.
 * @param withCredit whether shoppers have gift cards and store credit, for which the file mocks medusa-config
 */
export function tellStories(orderPlacement: "checkout" | "payment", withCredit = false): void {
  const title = `any story of an order placed at ${orderPlacement}${withCredit ? ", in a store with credit" : ""}`
  describeModelShop(title, { orderPlacement, withCredit }, (open) => {
    const done: Tally = new Map(Object.keys(ACTS).map((name) => [name as ActName, 0]))
    const ends = new Map<string, number>()
    let told = 0
    const tell = async (shop: ModelShop, one: StoryPlan) => {
      told += 1
      const { rows } = await tellStory(shop, `story-${told}@example.com`, one, done)
      for (const { status } of rows) ends.set(status, (ends.get(status) ?? 0) + 1)
    }

    const here = withCredit ? "credit" : orderPlacement
    it.each(fixedStories(here))("loses nothing and duplicates nothing: $about", async (one) => {
      await tell(await open(), one)
    })

    const drawn = RUNS > 0 ? it : () => undefined
    drawn("loses no payment, makes one order and one capture of it, and asks only for what is owed", async () => {
      const shop = await open()
      const innocent = await shop.store.makeCart({ email: "innocent@example.com" })
      await shop.store.openSession(innocent, { provider: MANUAL_PROVIDER })

      await fc.assert(
        fc.asyncProperty(plan, (one) => tell(shop, one)),
        { seed: SEED, numRuns: RUNS, endOnFailure: true },
      )
      expect(await shop.ordersOfCart(innocent.id)).toEqual([])
    })

    it("contains each act at least once, and a settled payment", () => {
      const counted = (all: ReadonlyMap<string, number>) =>
        [...all].map(([name, times]) => `${times} ${name}`).join(", ")
      process.stderr.write(`  ${told} stories of ${counted(done)}; their payments ended as ${counted(ends)}\n`)
      // Stories in which nothing is paid would prove nothing.
      expect(ends.get("settled")).toBeGreaterThan(0)
      const elsewhere = actsToldElsewhere(here)
      // Some acts need the plugin for credit.
      const isExpected = (name: ActName) => name in CREDIT === withCredit && !elsewhere.has(name)
      if (RUNS > 0) expect([...done].filter(([name, times]) => times === 0 && isExpected(name))).toEqual([])
    })
  })
}
