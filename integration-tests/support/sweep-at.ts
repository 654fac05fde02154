import { contextOf } from "../../src/workflows/context"
import { sweep } from "../../src/workflows/sweep/sweep"
import { clockAhead } from "./crypto-payments"
import type { Shop } from "./medusa"

/** Runs a sweep in this process, with a clock that is ahead by these minutes. */
export const sweepAt = ({ container }: Pick<Shop, "container">, minutes = 0): ReturnType<typeof sweep> =>
  sweep(contextOf(container, clockAhead(minutes)))
