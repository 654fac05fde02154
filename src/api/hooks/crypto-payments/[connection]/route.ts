import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { Modules } from "@medusajs/framework/utils"
import { ingestCryptoPaymentEventWorkflow } from "../../../../workflows"
import { type Context, contextOf } from "../../../../workflows/context"
import { EVENT_RECEIVED } from "../../../../workflows/notify-store/store-events"
import { type Reception, receiveEvent } from "../../../../workflows/receive-event/receive-event"
import { sweepIfOverdue } from "../../../../workflows/sweep/sweep-if-overdue"

/** Verify, store, answer, then work: only 200 says that the event is in the database. */
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
    ctx.log("event_refused", { connection_id, reason: reception.code })
    res.status(reception.status).json({ code: reception.code, message: reception.message })
    return
  }
  res.status(200).json({ code: reception.code })
  if (reception.dueEventId) await processEvent(ctx, { connection_id, event_id: reception.dueEventId })
  await sweepIfOverdue(req.scope)
}

/** Hands the event to the event bus, or processes it here if the bus is down. Never throws: the sweep retries it. */
async function processEvent(
  { container, log }: Context,
  about: { connection_id: string; event_id: string },
): Promise<void> {
  const { event_id } = about
  try {
    await container.resolve(Modules.EVENT_BUS).emit({ name: EVENT_RECEIVED, data: { id: event_id } })
  } catch (error) {
    log("event_worked_on_here", { ...about, error })
    await ingestCryptoPaymentEventWorkflow(container)
      .run({ input: { event_id } })
      .catch((error: unknown) => log("event_failed", { ...about, error }))
  }
}
