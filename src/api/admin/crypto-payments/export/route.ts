import { Readable, promises as streams } from "node:stream"
import { contextOf } from "../../../../workflows/context"
import { daysAskedFor, paymentSelection } from "../list-query"
import { needingTables, refuse } from "../respond"
import { csvOf, paymentRecords, recordsWithin } from "./csv"

/** Streams the file: reads only as fast as the client receives, and stops when the client disconnects. */
export const GET = needingTables(async (req, res) => {
  const ctx = contextOf(req.scope)
  const now = ctx.clock()
  const days = daysAskedFor(req, now)
  if (!days.ok) return refuse(res, days)
  const { range } = days
  const selection = await paymentSelection(req)
  const chunks = csvOf(range ? recordsWithin(ctx, selection, range) : paymentRecords(ctx, selection, now))
  // Read before the headers are sent, so that an early error gets a normal error answer.
  const first = await chunks.next()
  res.setHeader("content-type", "text/csv; charset=utf-8")
  const name = range ? `crypto-records-${range.from}-${range.to}` : `crypto-payments-${now.toISOString().slice(0, 10)}`
  res.setHeader("content-disposition", `attachment; filename="${name}.csv"`)
  res.setHeader("cache-control", "no-store")
  try {
    await streams.pipeline(Readable.from(startingWith(first, chunks)), res)
  } catch (error) {
    // The pipeline closed the connection, so that the client knows that the file is incomplete.
    const hungUp = (error as { code?: unknown }).code === "ERR_STREAM_PREMATURE_CLOSE"
    if (!hungUp) ctx.log("export_failed", { error })
  }
})

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (!first.done) yield first.value
  yield* rest
}
