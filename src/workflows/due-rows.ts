import type { LogFacts } from "../core/text/log-lines"
import { inParallel } from "./concurrency"
import type { Context } from "./context"

/** How many rows are processed at a time: few, to leave database connections to shoppers. */
const AT_ONCE = 4

/**
 * Processes the rows that a sweep found due. An error of one row is logged and does not stop the others. The row is due
 * again when its lease ends.
 * @param named the name of the work in the log, and the ids of a row to log
 */
export function workOnDue<T>(
  { log }: Context,
  due: readonly T[],
  { by, about }: { by: string; about: (row: T) => LogFacts },
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  return inParallel(AT_ONCE, due, (error, row) => log("sweep_item_failed", { ...about(row), by, error }), work)
}
