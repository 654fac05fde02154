import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { contextOf } from "../../../../workflows/context"
import { announceOrProcess, type Reception, receiveEvent } from "../../../../workflows/receive-event/receive-event"
import { sweepIfOverdue } from "../../../../workflows/sweep/sweep-if-overdue"

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
    res.status(503).json({ code: "event_not_stored", message: "The event was not stored. Deliver it again." })
    return
  }
  if (reception.status !== 200) {
    res.status(reception.status).json({ code: reception.code, message: reception.message })
    return
  }
  res.status(200).json({ code: reception.code })
  if (reception.dueEventId) await announceOrProcess(ctx, { connection_id, event_id: reception.dueEventId })
  await sweepIfOverdue(req.scope)
}
