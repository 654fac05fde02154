import { contextOf } from "../../src/workflows/context"
import { sweep } from "../../src/workflows/sweep/sweep"
import { cancelUnpaidOrders } from "../../src/workflows/unpaid-orders/cancel-unpaid-orders"
import { clockAhead } from "./crypto-payments"
import type { Shop } from "./medusa"

/** Runs a sweep in this process, with a clock that is ahead by these minutes. */
export const sweepAt = ({ container }: Pick<Shop, "container">, minutes = 0): ReturnType<typeof sweep> =>
  sweep(contextOf(container, clockAhead(minutes)))

/** Cancels what is unpaid by a clock that is ahead by these minutes. */
export const cancelUnpaidAt = ({ container }: Pick<Shop, "container">, minutes: number) =>
  cancelUnpaidOrders(contextOf(container, clockAhead(minutes)))
