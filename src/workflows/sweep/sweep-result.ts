import type { Context } from "../context"

/** What one sweep did. */
export type SweepResult = { events: number; settled: number; looked: number; expired: number; postponed: number }

/** The parts of a sweep count what they did in `result`. */
export type SweepContext = Context & { result: SweepResult }
