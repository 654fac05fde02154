import type { Context } from "../context"

/** What one sweep did. */
export type SweepResult = { events: number; settled: number; looked: number; expired: number; postponed: number }

/** What the parts of a sweep share. */
export type SweepContext = Context & { result: SweepResult }
