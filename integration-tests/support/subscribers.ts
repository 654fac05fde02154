import type { EventEmitter } from "node:events"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/**
 * Medusa's bus in memory gives an event to its subscribers and waits for none of them.
 * @returns waits for those that began since it was last called, and says whether there were any
 */
export function followSubscribers(container: MedusaContainer): () => Promise<boolean> {
  const bus = container.resolve(Modules.EVENT_BUS) as unknown as { eventEmitter_: EventEmitter }
  const emitter = bus.eventEmitter_
  const begun: unknown[] = []
  emitter.emit = (name, ...given) => {
    const listeners = emitter.listeners(name)
    for (const listener of listeners) begun.push(listener.apply(emitter, given))
    return listeners.length > 0
  }
  return async () => (await Promise.allSettled(begun.splice(0))).length > 0
}
