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
