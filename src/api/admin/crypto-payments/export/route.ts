import { Readable, promises as streams } from "node:stream"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import { paymentSelection } from "../filters"
import { csvOf } from "./csv"

/** Streams the file: no more of it is read than the client takes, and none once the client has gone. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
  const now = new Date()
  const pieces = csvOf(req.scope, module, await paymentSelection(req), now)
  // The first piece before the first header: what fails at once is answered like any other request.
  const first = await pieces.next()
  res.setHeader("content-type", "text/csv; charset=utf-8")
  res.setHeader("content-disposition", `attachment; filename="crypto-payments-${now.toISOString().slice(0, 10)}.csv"`)
  res.setHeader("cache-control", "no-store")
  try {
    await streams.pipeline(Readable.from(startingWith(first, pieces)), res)
  } catch (error) {
    if (hungUp(error)) return
    // The connection is cut, so that half a file is not taken for a whole one.
    module.log("export_failed", { error })
  }
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (!first.done) yield first.value
  yield* rest
}

const hungUp = (error: unknown): boolean => (error as { code?: unknown }).code === "ERR_STREAM_PREMATURE_CLOSE"
