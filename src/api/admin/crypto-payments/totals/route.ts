import { type Days, totalsRange } from "../../../../core/payment/totals-range"
import { adminError } from "../../../../core/text/admin-errors"
import { contextOf } from "../../../../workflows/context"
import { needingTables, refuse } from "../respond"
import { totalsCsv, totalsView } from "../views/totals"

type Query = Partial<Days> & { connection_id?: string[]; format?: "json" | "csv" }

export const GET = needingTables(async (req, res) => {
  const { store, clock } = contextOf(req.scope)
  const { connection_id: connectionIds, format, ...asked } = req.validatedQuery as Query
  const range = totalsRange(asked, clock())
  if (!range) return refuse(res, adminError("range_invalid"))
  const { from, to } = range
  const totals = (await store.lists.money.byMonth({ ...range, connectionIds })).map(totalsView)
  if (format !== "csv") return void res.json({ from, to, totals })
  res.setHeader("content-type", "text/csv; charset=utf-8")
  res.setHeader("content-disposition", `attachment; filename="crypto-totals-${from}-${to}.csv"`)
  res.send(totalsCsv(totals))
})
