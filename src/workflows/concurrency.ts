import type { LogFacts } from "../core/text/log-lines"
import type { Context } from "./context"

/** Runs a task when its turn comes, and returns its result. */
type Turns = <R>(task: () => Promise<R>) => Promise<R>

/** Runs at most `atOnce` tasks at a time. The others wait and start in the order of their calls. */
export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
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

/** Adds a task that handles its own errors. Returns false if the queue is full. */
type Queue = (task: () => Promise<unknown>) => boolean

/**
 * A queue for background tasks: at most `atOnce` run at a time, and it holds at most `atMost`, including running ones.
 */
export function createBacklog(atOnce: number, atMost: number): Queue {
  const turns = createTurns(atOnce)
  let held = 0
  const run = async (task: () => Promise<unknown>) => {
    held++
    try {
      await turns(task)
    } finally {
      held--
    }
  }
  return (task) => {
    if (held >= atMost) return false
    void run(task)
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
