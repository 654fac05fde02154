import type { LogFacts } from "../core/text/log-lines"
import type { Context } from "./context"

/**
 * Makes a function that runs a task when its turn comes, and returns its result. At most `atOnce` tasks run at a time;
 * the others wait and start in the order of their calls.
 */
export function createTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <R>(task: () => Promise<R>): Promise<R> => {
    if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      // Gives its place to the next waiting task instead of freeing it, so that a new task cannot overtake.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/**
 * Makes a queue for background tasks that handle their own errors: at most `atOnce` run at a time, and it holds at most
 * `atMost`, including running ones. The function that adds a task returns false if the queue is full.
 */
export function createBacklog(atOnce: number, atMost: number) {
  const turns = createTurns(atOnce)
  let held = 0
  return (task: () => Promise<unknown>): boolean => {
    if (held >= atMost) return false
    held++
    void turns(task).finally(() => held--)
    return true
  }
}

/**
 * Runs the work on all items, `atOnce` at a time. An error of one item goes to `onError` and does not stop the others.
 */
export async function inParallel<T>(
  atOnce: number,
  items: readonly T[],
  onError: (error: unknown, item: T) => void,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const turns = createTurns(atOnce)
  await Promise.all(items.map((item) => turns(() => work(item)).catch((error: unknown) => onError(error, item))))
}

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
