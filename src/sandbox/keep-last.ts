/** How many calls and deliveries are kept, so that a sandbox that runs for days does not fill its memory. */
const KEPT = 10_000

/** Adds an entry to a list and drops the oldest one if the list is full. */
export function keepLast<T>(entries: T[], entry: T): void {
  if (entries.push(entry) > KEPT) entries.shift()
}
