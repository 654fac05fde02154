import type { Context } from "../context"
import { type SweepResult, sweep } from "./sweep"

/** Six ticks of the sweep job, and longer than any lease, so no worker holds work that is overdue this long. */
const OVERDUE_MS = 60_000

/** How often one process checks, in milliseconds. */
const LOOK_EVERY_MS = 60_000

/**
 * Makes a function that sweeps if due work is a minute late; it never throws, and checks at most once a minute. A server
 * calls it when it receives an event or shows a payment, because a Redis that lost its data runs no job until a restart.
 */
export function createOverdueWatch() {
  let nextLook = 0
  let busy = false
  return async (context: Context): Promise<SweepResult | undefined> => {
    const { clock, log } = context
    const now = clock().getTime()
    // If the clock was set back by more than the interval, the watch must still continue.
    if (busy || (now < nextLook && now >= nextLook - LOOK_EVERY_MS)) return undefined
    nextLook = now + LOOK_EVERY_MS
    busy = true
    try {
      const before = new Date(now - OVERDUE_MS)
      if (!(await isOverdue(context, before))) return undefined
      log("work_overdue", {
        seconds: OVERDUE_MS / 1000,
        detail: "this process sweeps. Is a worker running? After a Redis that lost its data, restart the workers",
      })
      return await sweep(context)
    } catch (error) {
      log("sweep_failed", { by: "overdue", error })
      return undefined
    } finally {
      busy = false
    }
  }
}

async function isOverdue({ store }: Context, before: Date): Promise<boolean> {
  if ((await store.paymentLeases.isOverdue(before)) || (await store.events.isOverdue(before))) return true
  const connections = await Promise.all(store.connectionIds().map((id) => store.connection(id)))
  // Without keys the service cannot be asked, so its lookups wait although sweeps run.
  const ready = connections.flatMap((one) => (one?.settings ? [one.id] : []))
  return store.paymentLeases.isLookupOverdue(before, ready)
}

/** The watch of this process. */
export const sweepIfOverdue = createOverdueWatch()
