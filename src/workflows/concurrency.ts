/** Does a piece of work when its turn comes, and gives its result. */
type Turns = <R>(work: () => Promise<R>) => Promise<R>

/** Lets so many pieces of work go on side by side; the others wait, first come first served. */
export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = []
  let underWay = 0
  return async (work) => {
    if (underWay === atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else underWay++
    try {
      return await work()
    } finally {
      // A place is handed on rather than given back, so that nobody who comes now gets before those who wait.
      const next = waiting.shift()
      if (next) next()
      else underWay--
    }
  }
}

/** Takes a piece of work for later, which sees to its own errors; false where it was not taken. */
type Backlog = (work: () => Promise<unknown>) => boolean

/** Work that nobody waits for: so many pieces at a time, and no more taken than so many in all. */
export function createBacklog(atOnce: number, atMost: number): Backlog {
  const turns = createTurns(atOnce)
  let taken = 0
  const take = async (work: () => Promise<unknown>) => {
    taken++
    try {
      await turns(work)
    } finally {
      taken--
    }
  }
  return (work) => {
    if (taken >= atMost) return false
    void take(work)
    return true
  }
}

/** Works on all items, so many at a time. What breaks for one is told and stops no other. */
export async function inParallel<T>(
  atOnce: number,
  items: readonly T[],
  onError: (error: unknown, item: T) => void,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const turns = createTurns(atOnce)
  await Promise.all(items.map((item) => turns(() => work(item)).catch((error: unknown) => onError(error, item))))
}
