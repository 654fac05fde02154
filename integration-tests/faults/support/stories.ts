import * as fc from "fast-check"
import { isPaid } from "../../../src/core/payment-life"
import type { PaymentRow } from "../../../src/modules/crypto-payments/stores/rows"
import { MANUAL_PROVIDER } from "../../support/constants"
import { cryptoPayments } from "../../support/crypto-payments"
import { describeShop, type Shop } from "../../support/medusa"
import type { Cart } from "../../support/store"
import { until } from "../../support/until"
import { ACTS, type Act, begin, isCrossed, perform, rowsOf, type Step, type Story, settleDown } from "./shop-model"
import { broken } from "./shop-rules"

/** The same stories in every run; another seed is tried with PROPERTY_SEED, more of them with PROPERTY_RUNS. */
const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_301)
const RUNS = Number(process.env.PROPERTY_RUNS ?? 40)
const MAX_STEPS = 12

jest.setTimeout(300_000 + RUNS * 60_000)

const which = fc.nat({ max: 11 })
const initiate: fc.Arbitrary<Act> = which.map((one) => ({ do: "initiate", which: one }))
const quietAct = fc.constantFrom<Act[]>({ do: "reopen" }, { do: "cancel" }, { do: "cancel unpaid" })
const complete = fc.constant<Act>({ do: "complete" })
const numbered = fc.constantFrom("change cart", "pay late", "duplicate", "expire", "renew")
const onOne: fc.Arbitrary<Act> = fc.tuple(numbered, which).map(([what, one]) => ({ do: what, which: one }) as Act)
const pay: fc.Arbitrary<Act> = which.map((one) => ({ do: "pay", which: one }))
const tell: fc.Arbitrary<Act> = which.map((one) => ({ do: "deliver", which: one }))
const sweep: fc.Arbitrary<Act> = fc.constantFrom(0, 1, 16, 300).map((minutes) => ({ do: "sweep", minutes }))

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: initiate },
  { weight: 2, arbitrary: quietAct },
  { weight: 2, arbitrary: complete },
  { weight: 4, arbitrary: onOne },
  { weight: 3, arbitrary: pay },
  { weight: 3, arbitrary: tell },
  { weight: 2, arbitrary: sweep },
)
/** Several at once: two browser tabs, an event, a sweep, another server's sweep and the merchant meet in any way. */
const atOnce: fc.Arbitrary<Step> = fc
  .array(act, { minLength: 2, maxLength: 4 })
  // Medusa cancels an order without a lock: twice at once, it has each item twice, whoever was to be paid.
  .filter((acts) => acts.filter((one) => one.do === "cancel").length <= 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: act.map((one) => [one]) },
  { weight: 1, arbitrary: atOnce },
)
const story = fc.array(step, { minLength: 6, maxLength: MAX_STEPS })

/** Told before any that is drawn, so that every act is done and something is settled whatever the seed. */
const TOLD_FIRST: readonly Act[][] = [
  [
    { do: "reopen" },
    { do: "complete" },
    { do: "pay", which: 0 },
    { do: "deliver", which: 0 },
    { do: "duplicate", which: 0 },
    { do: "sweep", minutes: 1 },
    { do: "cancel" },
  ],
  [
    { do: "change cart", which: 1 },
    { do: "initiate", which: 1 },
    { do: "expire", which: 0 },
    { do: "renew", which: 0 },
    { do: "pay late", which: 0 },
    { do: "pay", which: 1 },
    { do: "deliver", which: 1 },
    { do: "duplicate", which: 0 },
    { do: "complete" },
    { do: "cancel unpaid" },
  ],
]

/** Holds the rules against stories of carts in a shop that places its orders then. One shop a file. */
export function tellStories(orderPlacement: "checkout" | "payment"): void {
  describeShop(`any story of a cart, with orders placed at ${orderPlacement}`, { orderPlacement }, (shop) => {
    it("loses nothing that was paid, and makes one order and one capture of it", async () => {
      // Events come where the story brings them.
      shop.sandbox.stopDelivering()
      await cryptoPayments(shop.container).connections.patch("default", { unpaid_order_minutes: 30 }, new Date())
      cryptoPayments(shop.container).forget("default")
      const innocent = await shop.store.makeCart({ email: "innocent@example.com" })
      await shop.store.openSession(innocent, { provider: MANUAL_PROVIDER })

      let told = 0
      const ends = new Map<string, number>()
      const done = new Map(ACTS.map((act) => [act as Act["do"], 0]))
      const property = fc.asyncProperty(story, async (steps) => {
        const rows = await tellStory(shop, innocent, `story-${told++}`, steps, done)
        for (const { status } of rows) ends.set(status, (ends.get(status) ?? 0) + 1)
      })
      const examples = TOLD_FIRST.map((acts): [Step[]] => [acts.map((act) => [act])])
      await fc.assert(property, { seed: SEED, numRuns: RUNS + examples.length, examples })
      const counted = (all: ReadonlyMap<string, number>) =>
        [...all].map(([name, times]) => `${times} ${name}`).join(", ")
      process.stderr.write(`  ${told} stories of ${counted(done)}; their payments ended as ${counted(ends)}\n`)
      // Of stories in which nothing was paid nothing would be learned.
      expect(ends.get("settled")).toBeGreaterThan(0)
      expect([...done].filter(([, times]) => times === 0)).toEqual([])
    })
  })
}

async function tellStory(
  shop: Shop,
  innocent: Cart,
  name: string,
  steps: readonly Step[],
  done: Map<Act["do"], number>,
): Promise<PaymentRow[]> {
  const one = await begin(shop, `${name}@example.com`)
  // Most of what can go wrong needs an address that is shown.
  for (const acts of [[{ do: "initiate", which: 0 }] as const, ...steps]) {
    const work = acts.map(async (act) => {
      if (await perform(shop, one, act)) done.set(act.do, (done.get(act.do) ?? 0) + 1)
    })
    const ends = await Promise.allSettled(work)
    const faults = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []))
    for (const fault of faults) if (acts.length === 1 || !isCrossed(fault)) throw fault
    await holds(shop, one, JSON.stringify(acts))
  }
  // Whatever was lost is found, and whatever was put off is done, within a day.
  for (let round = 1; round <= 6; round++) await perform(shop, one, { do: "sweep", minutes: 200 })
  await holds(shop, one, "the end")
  const rows = await rowsOf(shop, one)
  const open = rows.filter(
    ({ external_id, status }) => one.paid.has(external_id) && (!isPaid(status) || status === "completed"),
  )
  expect(open.map(({ external_id, status }) => `${external_id} is paid and still ${status}`)).toEqual([])
  expect(await shop.ordersOfCart(innocent.id)).toEqual([])
  return rows
}

async function holds(shop: Shop, one: Story, after: string): Promise<void> {
  await settleDown(shop, one)
  // What follows a cancellation follows in a moment, by Medusa's events.
  await until("the rules hold", async () => (await broken(shop, one)).length === 0, 5_000).catch(() => undefined)
  expect({ after, broken: await broken(shop, one) }).toEqual({ after, broken: [] })
}
