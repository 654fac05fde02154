import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { contextOf } from "../../../../workflows/context"
import { announceOrProcess, type Reception, receiveEvent } from "../../../../workflows/receive-event/receive-event"
import { sweepIfOverdue } from "../../../../workflows/sweep/sweep-if-overdue"

/** Answers as `res.json`, but without an ETag, which a delivery does not need. */
function answer(res: MedusaResponse, status: number, body: { code: string; message?: string }): void {
  res.status(status).set("Content-Type", "application/json; charset=utf-8").end(JSON.stringify(body))
}

/** Verifies, stores, answers, then processes the event. Only 200 means that the event is in the database. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const ctx = contextOf(req.scope)
  const connection_id = req.params.connection as string
  const raw = Buffer.isBuffer(req.rawBody) ? req.rawBody : Buffer.alloc(0)
  let reception: Reception
  try {
    reception = await receiveEvent(ctx, connection_id, raw, req.headers)
  } catch (error) {
    ctx.log("event_not_stored", { connection_id, error })
    answer(res, 503, { code: "event_not_stored", message: "The event was not stored. Deliver it again." })
    return
  }
  if (reception.status !== 200) {
    answer(res, reception.status, { code: reception.code, message: reception.message })
    return
  }
  answer(res, 200, { code: reception.code })
  if (reception.dueEventId) await announceOrProcess(ctx, { connection_id, event_id: reception.dueEventId })
  await sweepIfOverdue(ctx)
}
