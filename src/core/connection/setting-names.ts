import { SETTINGS } from "./settings"

/** The plugin's own option; all others are the provider's. */
export const ENCRYPTION_KEY = "encryptionKey"

const NAMES: readonly string[] = [...Object.keys(SETTINGS), ENCRYPTION_KEY]

/** Further apart, two names have nothing in common. */
const MOST_EDITS = 2

/** `CRYPTO_PAYMENTS_BASE_URL`, `base_url` and `baseURL` are all `baseUrl`. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^crypto_payments_/, "")
    .replace(/[^a-z0-9]/g, "")

/** @returns the option that a name is or may stand for; undefined if it is like none */
export function nearestSetting(name: string): string | undefined {
  if (NAMES.includes(name)) return name
  const ranked = NAMES.map((known) => ({ known, apart: edits(plain(name), plain(known)) }))
  const [nearest] = ranked.sort((one, other) => one.apart - other.apart)
  return nearest && nearest.apart <= MOST_EDITS ? nearest.known : undefined
}

/** Letters to insert, drop or replace to make one of the other (Levenshtein). */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1]
    for (const [at, other] of [...to].entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
