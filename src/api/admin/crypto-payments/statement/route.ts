import { type Days, totalsRange } from "../../../../core/payment/totals-range"
import { adminError } from "../../../../core/text/admin-errors"
import { contextOf } from "../../../../workflows/context"
import { needingTables, refuse } from "../respond"
import { sendCsv } from "../send-csv"
import { STATEMENT_COLUMNS, statementRecords } from "./csv"

type Query = Partial<Days> & { connection_id?: string[] }

export const GET = needingTables(async (req, res) => {
  const ctx = contextOf(req.scope)
  const { connection_id: connectionIds, ...asked } = req.validatedQuery as Query
  const range = totalsRange(asked, ctx.clock())
  if (!range) return refuse(res, adminError("range_invalid"))
  const name = `crypto-statement-${range.from}-${range.to}`
  await sendCsv(ctx, res, { name, columns: STATEMENT_COLUMNS, pages: statementRecords(ctx, range, connectionIds) })
})
