import { Readable, promises as streams } from "node:stream"
import type { MedusaResponse } from "@medusajs/framework/http"
import { CSV_MARK, csvRecord } from "../../../core/text/csv"
import type { Context } from "../../../workflows/context"

type CsvFile = { name: string; columns: readonly string[]; pages: AsyncIterable<string[]> }

/**
 * Streams a file (RFC 4180) in chunks, one for each page of records: reads only as fast as the client receives, and stops
 * when the client disconnects.
 */
export async function sendCsv(ctx: Context, res: MedusaResponse, { name, columns, pages }: CsvFile): Promise<void> {
  const chunks = chunksOf(columns, pages)
  // Read before the headers are sent, so that an early error gets a normal error answer.
  const first = await chunks.next()
  res.setHeader("content-type", "text/csv; charset=utf-8")
  res.setHeader("content-disposition", `attachment; filename="${name}.csv"`)
  res.setHeader("cache-control", "no-store")
  try {
    await streams.pipeline(Readable.from(startingWith(first, chunks)), res)
  } catch (error) {
    // The pipeline closed the connection, so that the client knows that the file is incomplete.
    const hungUp = (error as { code?: unknown }).code === "ERR_STREAM_PREMATURE_CLOSE"
    if (!hungUp) ctx.log("export_failed", { error })
  }
}

async function* chunksOf(columns: readonly string[], pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  let head = CSV_MARK + csvRecord(columns)
  for await (const records of pages) {
    const piece = head + records.join("")
    if (piece) yield piece
    head = ""
  }
  if (head) yield head
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (!first.done) yield first.value
  yield* rest
}
