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
