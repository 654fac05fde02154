import { completeCartWorkflow } from "@medusajs/medusa/core-flows"

type Handler = (input: { order_id: string }) => Promise<void>
/** Medusa declares this hook and leaves it out of the workflow's types. */
type WithOrderCreated = { hooks: { orderCreated: (handler: Handler) => void } }

/** A store's own code that Medusa runs when a cart became an order, after its money was captured. */
export type ThrowingHook = {
  /** The next cart that becomes an order meets a hook that throws, once. */
  arm: () => void
  disarm: () => void
  /** How often it threw. */
  thrown: () => number
}

let armed = false
let thrown = 0
let registered = false

/** Medusa takes one handler of a hook for as long as the process lives. */
export function throwingHook(): ThrowingHook {
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
    arm: () => {
      armed = true
    },
    disarm: () => {
      armed = false
    },
    thrown: () => thrown,
  }
}
