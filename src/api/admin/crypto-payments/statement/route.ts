import { currencyExponent, toDecimal } from "../../../../core/money/units"
import {
  type Days,
  runningBalance,
  type StatementAccount,
  type StatementLine,
  type TotalsRange,
  totalsRange,
} from "../../../../core/payment/reports"
import { adminError } from "../../../../core/text/admin-errors"
import { csvRecord } from "../../../../core/text/csv"
import { ordersById } from "../../../../medusa/orders"
import type { Move } from "../../../../modules/crypto-payments/stores/lists"
import { type Context, contextOf } from "../../../../workflows/context"
import { needingTables, refuse, sendCsv } from "../respond"
import { iso } from "../views/values"

type Query = Partial<Days> & { connection_id?: string[] }

export const GET = needingTables(async (req, res) => {
  const ctx = contextOf(req.scope)
  const { connection_id: connectionIds, ...asked } = req.validatedQuery as Query
  const range = totalsRange(asked, ctx.clock())
  if (!range) return refuse(res, adminError("range_invalid"))
  const name = `crypto-statement-${range.from}-${range.to}`
  await sendCsv(ctx, res, { name, columns: STATEMENT_COLUMNS, pages: statementRecords(ctx, range, connectionIds) })
})

const PAGE = 1000

const STATEMENT_COLUMNS = [
  "connection_id",
  "test_mode",
  "currency",
  "date_utc",
  "type",
  "order_number",
  "reference",
  "credit",
  "debit",
  "balance",
]

/**
 * The records of each account: its opening balance, its payments and payouts in the order of time, and its closing
 * balance. Amounts are in major units of the account's currency.
 */
async function* statementRecords(
  { container, store, clock }: Context,
  range: TotalsRange,
  connectionIds?: readonly string[],
): AsyncGenerator<string[]> {
  const { money } = store.lists
  const closing = range.until < clock() ? range.until : clock()
  for (const { opening, ...account } of await money.accounts(range, connectionIds)) {
    const write = writerOf(account)
    const carry = runningBalance(BigInt(opening))
    let balance = BigInt(opening)
    yield [write.balance("opening_balance", range.since, balance)]
    let moves: Move[] = []
    do {
      moves = await money.moves(account, range, moves.at(-1) ?? null, PAGE)
      const orders = await ordersById(
        container,
        moves.map(({ order_id }) => order_id),
      )
      const lines = moves.map((move) =>
        carry({ kind: move.came ? ("payment" as const) : ("payout" as const), minor: BigInt(move.minor), move }),
      )
      balance = lines.at(-1)?.balance ?? balance
      yield lines.map((line) => write.line(line, orders.get(line.entry.move.order_id ?? "")?.display_id ?? null))
    } while (moves.length === PAGE)
    yield [write.balance("closing_balance", closing, balance)]
  }
}

function writerOf({ connection_id, test_mode, currency }: StatementAccount) {
  const major = (minor: bigint | null) => (minor === null ? null : toDecimal(minor, currencyExponent(currency) ?? 0))
  const record = (...cells: (string | number | null)[]) => csvRecord([connection_id, test_mode, currency, ...cells])
  return {
    balance: (type: string, at: Date, balance: bigint) => record(iso(at), type, null, null, null, null, major(balance)),
    line: ({ entry: { kind, move }, credit, debit, balance }: StatementLine<MoveEntry>, orderNumber: number | null) =>
      record(iso(move.at), kind, orderNumber, move.reference, major(credit), major(debit), major(balance)),
  }
}

type MoveEntry = { kind: "payment" | "payout"; minor: bigint; move: Move }
