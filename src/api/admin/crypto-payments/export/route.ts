import { Readable, promises as streams } from "node:stream"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { contextOf } from "../../../../workflows/context"
import { paymentSelection } from "../list-query"
import { csvOf } from "./csv"

/** Streams the file: reads no more of it than the client takes, and stops when the client goes. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const ctx = contextOf(req.scope)
  const now = ctx.clock()
  const chunks = csvOf(ctx, await paymentSelection(req), now)
  // Read before the first header is sent, so an early error is answered like any other request's.
  const first = await chunks.next()
  res.setHeader("content-type", "text/csv; charset=utf-8")
  res.setHeader("content-disposition", `attachment; filename="crypto-payments-${now.toISOString().slice(0, 10)}.csv"`)
  res.setHeader("cache-control", "no-store")
  try {
    await streams.pipeline(Readable.from(startingWith(first, chunks)), res)
  } catch (error) {
    // The pipeline closed the connection, so half a file is not taken for a whole one.
    const hungUp = (error as { code?: unknown }).code === "ERR_STREAM_PREMATURE_CLOSE"
    if (!hungUp) ctx.log("export_failed", { error })
  }
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (!first.done) yield first.value
  yield* rest
}
