import type { Event } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { Shop } from "../../support/medusa"

export type LeakyBus = {
  /** Names of the events that the bus accepted and lost. */
  dropped: string[]
  /** Repairs the bus. */
  mend: () => void
}

/**
 * Makes Medusa's event bus accept events and lose those that `isLost` selects, as a Redis does that is killed right
 * after accepting them.
 */
export function leakyBus(shop: Shop, isLost: (name: string) => boolean = () => true): LeakyBus {
  const bus = shop.container.resolve(Modules.EVENT_BUS)
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
