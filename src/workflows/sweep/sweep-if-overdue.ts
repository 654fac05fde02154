import type { MedusaContainer } from "@medusajs/framework/types"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import { contextOf } from "../context"
import { sweep } from "./sweep"
import type { SweepResult } from "./tools"

/** Six ticks of the job that sweeps, and longer than any lease: what is due for as long is seen to by nobody. */
const OVERDUE_MS = 60_000

/** How often one process looks. */
const LOOK_EVERY_MS = 60_000

/** A process's watch over due work. What it remembers only spares the database: rows are claimed as in any sweep. */
export type OverdueWatch = (container: MedusaContainer, clock?: () => Date) => Promise<SweepResult | undefined>

/**
 * Makes a watch that sweeps once where due work was left for a minute, and looks for it once a minute at the most. The job
 * that sweeps is scheduled by the workflow engine, and with Redis the schedule is there: a Redis that comes back empty has
 * none until a worker is started again. Who calls this is a server that hears of a payment.
 *
 * @returns of the watch: what the sweep did, or undefined where there was none. It never throws
 */
export function createOverdueWatch(): OverdueWatch {
  let nextLook = 0
  let busy = false
  return async (container, clock = () => new Date()) => {
    const now = clock().getTime()
    // A clock that was set back by more than that must not end the watch.
    if (busy || (now < nextLook && now >= nextLook - LOOK_EVERY_MS)) return undefined
    nextLook = now + LOOK_EVERY_MS
    busy = true
    const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
    try {
      const before = new Date(now - OVERDUE_MS)
      if (!((await module.paymentLeases.isOverdue(before)) || (await module.events.isOverdue(before)))) return undefined
      module.log("work_overdue", {
        seconds: OVERDUE_MS / 1000,
        detail: "this process sweeps. Is a worker running? After a Redis that lost its data, restart the workers",
      })
      return await sweep(contextOf(container, clock))
    } catch (error) {
      module.log("sweep_failed", { by: "overdue", error })
      return undefined
    } finally {
      busy = false
    }
  }
}

/** The watch of this process. */
export const sweepIfOverdue = createOverdueWatch()
