/** Runs a task when its turn comes, and gives its result. */
type Turns = <R>(task: () => Promise<R>) => Promise<R>

/** Lets `atOnce` tasks run at a time; the others wait, first come first served. */
export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      // Hands its place to the next one instead of freeing it, so that no newcomer overtakes those who wait.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** Takes a task that handles its own errors; false if the queue is full. */
type Queue = (task: () => Promise<unknown>) => boolean

/** A queue for tasks that nobody waits for: `atOnce` run at a time, and it holds `atMost`, running ones included. */
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

/** Works on all items, `atOnce` at a time. An error of one item is passed to `onError` and stops no other. */
export async function inParallel<T>(
  atOnce: number,
  items: readonly T[],
  onError: (error: unknown, item: T) => void,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const turns = createTurns(atOnce)
  await Promise.all(items.map((item) => turns(() => work(item)).catch((error: unknown) => onError(error, item))))
}
