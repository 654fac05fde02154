import { contextOf } from "../../../../workflows/context"
import { daysAskedFor, paymentSelection } from "../list-query"
import { needingTables, refuse } from "../respond"
import { sendCsv } from "../send-csv"
import { COLUMNS, paymentRecords, recordsWithin } from "./csv"

export const GET = needingTables(async (req, res) => {
  const ctx = contextOf(req.scope)
  const now = ctx.clock()
  const days = daysAskedFor(req, now)
  if (!days.ok) return refuse(res, days)
  const { range } = days
  const selection = await paymentSelection(req)
  await sendCsv(ctx, res, {
    name: range ? `crypto-records-${range.from}-${range.to}` : `crypto-payments-${now.toISOString().slice(0, 10)}`,
    columns: COLUMNS.map(([name]) => name),
    pages: range ? recordsWithin(ctx, selection, range) : paymentRecords(ctx, selection, now),
  })
})
