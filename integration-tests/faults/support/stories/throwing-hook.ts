import { completeCartWorkflow } from "@medusajs/medusa/core-flows"

type Handler = (input: { order_id: string }) => Promise<void>
/** Medusa has this hook, but its types do not. */
type WithOrderCreated = { hooks: { orderCreated: (handler: Handler) => void } }

let armed = false
let thrown = 0
let registered = false

/**
 * A store's own code, which Medusa runs after a cart became an order and its money was captured. The handler is registered
 * once, because Medusa accepts only one for each hook in a process.
 */
export function throwingHook() {
  if (!registered) {
    registered = true
    const { hooks } = completeCartWorkflow as unknown as WithOrderCreated
    hooks.orderCreated(async () => {
      if (!armed) return
      armed = false
      thrown += 1
      throw new Error("the store's own hook is broken")
    })
  }
  return {
    /** Makes the hook throw for the next cart that becomes an order. */
    arm: (): void => {
      armed = true
    },
    disarm: (): void => {
      armed = false
    },
    /** Number of times that it threw. */
    thrown: (): number => thrown,
  }
}

export type ThrowingHook = ReturnType<typeof throwingHook>
