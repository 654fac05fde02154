/** Calendar days in UTC, such as "2026-03-01"; both are included. */
export type Days = { from: string; to: string }

/** The days, and their moments in time: from `since`, inclusive, to `until`, exclusive. */
export type TotalsRange = Days & { since: Date; until: Date }

const MOST_MONTHS = 24
const DEFAULT_MONTHS = 12
const DAY_MS = 86_400_000

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The first day of the month that is `months` after the day's month. */
const monthStart = (day: Date, months: number): Date =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1))

/**
 * The range of days for totals: to today, and from eleven months before the last day's month, if these are not asked.
 * @returns undefined for a range that ends before it begins, or is longer than 24 months
 */
export function totalsRange(asked: Partial<Days>, now: Date): TotalsRange | undefined {
  const last = new Date(asked.to ?? dayOf(now))
  const since = asked.from === undefined ? monthStart(last, 1 - DEFAULT_MONTHS) : new Date(asked.from)
  const until = new Date(last.getTime() + DAY_MS)
  const latest = new Date(since)
  latest.setUTCMonth(since.getUTCMonth() + MOST_MONTHS)
  if (since > last || until > latest) return undefined
  return { from: dayOf(since), to: dayOf(last), since, until }
}

/** An account of the statement: money of one mode in one currency that one connection took. */
export type StatementAccount = { connection_id: string; test_mode: boolean; currency: string }

/** A payment is a credit when it was completed, a payout a debit when it was recorded. `minor`: in minor units. */
export type StatementEntry = { kind: "payment" | "payout"; minor: bigint }

/** An entry as a bank writes it: in one of two columns, with the balance after it. */
export type StatementLine<One extends StatementEntry = StatementEntry> = {
  entry: One
  credit: bigint | null
  debit: bigint | null
  balance: bigint
}

/**
 * Carries the balance from entry to entry, in the order of time. It is below zero where more was sent back than the service
 * reported as completed.
 * @param opening the balance before the first entry, in minor units
 */
export function runningBalance(opening: bigint) {
  let balance = opening
  return <One extends StatementEntry>(entry: One): StatementLine<One> => {
    const isCredit = entry.kind === "payment"
    balance += isCredit ? entry.minor : -entry.minor
    return { entry, credit: isCredit ? entry.minor : null, debit: isCredit ? null : entry.minor, balance }
  }
}
