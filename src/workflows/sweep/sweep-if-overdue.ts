import type { MedusaContainer } from "@medusajs/framework/types"
import { contextOf } from "../context"
import { type SweepResult, sweep } from "./sweep"

/** Six ticks of the sweep job, and longer than any lease: nobody works on what is overdue this long. */
const OVERDUE_MS = 60_000

/** How often one process looks. */
const LOOK_EVERY_MS = 60_000

/** Remembering the last look only spares the database: rows are claimed as in any sweep. */
export type OverdueWatch = (container: MedusaContainer, clock?: () => Date) => Promise<SweepResult | undefined>

/**
 * Makes a watch that sweeps once if due work is a minute late. With Redis, the schedule of the sweep job is in Redis; if
 * Redis comes back empty, no job runs until a worker restarts, and paid orders would wait. So a server that hears of a
 * payment looks, at most once a minute.
 *
 * @returns of the watch: what the sweep did, or undefined if there was none. It never throws
 */
export function createOverdueWatch(): OverdueWatch {
  let nextLook = 0
  let busy = false
  return async (container, clock = () => new Date()) => {
    const now = clock().getTime()
    // A clock that was set back further must not end the watch.
    if (busy || (now < nextLook && now >= nextLook - LOOK_EVERY_MS)) return undefined
    nextLook = now + LOOK_EVERY_MS
    busy = true
    const context = contextOf(container, clock)
    const { store, log } = context
    try {
      const before = new Date(now - OVERDUE_MS)
      if (!((await store.paymentLeases.isOverdue(before)) || (await store.events.isOverdue(before)))) return undefined
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

/** The watch of this process. */
export const sweepIfOverdue = createOverdueWatch()
