import type { Event } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { contextOf } from "../../src/workflows/context"
import { sweep } from "../../src/workflows/sweep/sweep"
import { createRandom } from "../cluster/support/crowd"
import { clockAhead } from "../support/clock"
import { completed, deliver } from "../support/events"
import { heardOf } from "../support/heard"
import { describeShop, type Shop } from "../support/medusa"
import { knexOf, untilQuiet } from "../support/module-rows"
import { expectOnce, type Kind, type Purchase, purchase } from "../support/purchases"

const SEED = Number(process.env.PROPERTY_SEED ?? 20_260_301)
const AWAITING = "crypto_payment.awaiting_payment"

jest.setTimeout(300_000)

/** Makes Medusa's event bus lose accepted events, by `isLost`, like a Redis that is killed right afterwards. */
function leakyBus(shop: Shop, isLost: (name: string) => boolean) {
  const bus = shop.container.resolve(Modules.EVENT_BUS)
  /** Names of the events that the bus accepted and lost. */
  const dropped: string[] = []
  const emit = bus.emit.bind(bus)
  const spy = jest.spyOn(bus, "emit").mockImplementation(async (given, options) => {
    const kept: Event[] = []
    for (const event of [given].flat() as Event[]) {
      if (isLost(event.name)) dropped.push(event.name)
      else kept.push(event)
    }
    if (kept.length > 0) await emit(kept, options)
  })
  return { dropped, mend: () => spy.mockRestore() }
}

describeShop("a store whose event bus loses events", {}, (shop) => {
  let bus: ReturnType<typeof leakyBus> | undefined

  beforeEach(() => shop.sandbox.stopDelivering())
  afterEach(() => {
    bus?.mend()
    bus = undefined
  })

  let shoppers = 0
  const buy = (kind: Kind): Promise<Purchase> => purchase(shop.store, kind, `leak-${kind}-${++shoppers}`)

  const tell = ({ paymentId }: Purchase) => deliver(shop, completed(paymentId))

  /** Runs the sweeps of five minutes. */
  async function sweeps(): Promise<void> {
    for (const minutes of [0, 1, 2, 3, 4, 5]) await sweep(contextOf(shop.container, clockAhead(minutes)))
  }

  const settledOnce = (all: readonly Purchase[]) => expectOnce(knexOf(shop.container), all)

  it("settles each order once if any event may be lost, the plugin's or Medusa's", async () => {
    const heard = heardOf(shop, AWAITING)
    const random = createRandom(SEED)
    bus = leakyBus(shop, () => random() < 0.5)
    const all: Purchase[] = []
    for (let nth = 0; nth < 12; nth++) {
      const one = await buy(nth % 3 === 2 ? "cart" : "order")
      if (nth % 2 === 0) await sweep(contextOf(shop.container, clockAhead(1)))
      expect(await tell(one)).toMatchObject({ status: 200 })
      all.push(one)
    }
    bus.mend()
    await sweeps()
    await untilQuiet(shop.container)
    await settledOnce(all)
    expect(bus.dropped.length).toBeGreaterThan(all.length)
    const told = heard.map(({ order_id }) => order_id)
    expect(told).toEqual([...new Set(told)])
  })
})
