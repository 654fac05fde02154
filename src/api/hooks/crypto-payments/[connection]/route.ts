import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { type AcceptedEventCode, type WebhookRefusal, webhookRefusal } from "../../../../core/webhook/event"
import { contextOf } from "../../../../workflows/context"
import { sweepIfOverdue } from "../../../../workflows/sweep/sweep"
import { announceOrProcess, type Reception, receiveEvent } from "../../../../workflows/webhook/receive-event"

type Body = { code: AcceptedEventCode } | Omit<WebhookRefusal, "status">

/** Answers as `res.json`, but without an ETag, which a delivery does not need. */
function answer(res: MedusaResponse, status: number, body: Body): void {
  res.status(status).set("Content-Type", "application/json; charset=utf-8").end(JSON.stringify(body))
}

const refuse = (res: MedusaResponse, { status, code, message }: WebhookRefusal): void =>
  answer(res, status, { code, message })

/** Verifies, stores and answers, then announces the event for processing. Only 200 means that it is in the database. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const ctx = contextOf(req.scope)
  const connection_id = req.params.connection as string
  const raw = Buffer.isBuffer(req.rawBody) ? req.rawBody : Buffer.alloc(0)
  let reception: Reception
  try {
    reception = await receiveEvent(ctx, connection_id, raw, req.headers)
  } catch (error) {
    ctx.log("event_not_stored", { connection_id, error })
    return refuse(res, webhookRefusal("event_not_stored"))
  }
  if (reception.status !== 200) return refuse(res, reception)
  answer(res, 200, { code: reception.code })
  if (reception.dueEventId) await announceOrProcess(ctx, { connection_id, event_id: reception.dueEventId })
  await sweepIfOverdue(ctx)
}
