/** How much is remembered of calls and of deliveries: a sandbox left running for days must not fill its memory. */
const KEPT = 10_000

/** A list that forgets its oldest entries. */
export function keepLast<T>(kept = KEPT) {
  const entries: T[] = []
  return {
    add(entry: T): void {
      entries.push(entry)
      // Trimmed seldom and by many: dropping one from the front at each call would move the whole list.
      if (entries.length > 2 * kept) entries.splice(0, entries.length - kept)
    },
    all: (): T[] => entries.slice(-kept),
  }
}
