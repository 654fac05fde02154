import type { LogFacts } from "../core/text/log-lines"
import { inParallel } from "./concurrency"
import type { Context } from "./context"

/** Rows worked on at a time: few enough to leave the database's pool to the shoppers. */
const AT_ONCE = 4

/**
 * Works on the rows that a sweep found due. An error is logged and stops no other row; the row is due again when its lease
 * ends.
 * @param named what the log calls the work, and which ids of a row it holds
 */
export function workOnDue<T>(
  { log }: Context,
  due: readonly T[],
  { by, about }: { by: string; about: (row: T) => LogFacts },
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  return inParallel(AT_ONCE, due, (error, row) => log("sweep_item_failed", { ...about(row), by, error }), work)
}
