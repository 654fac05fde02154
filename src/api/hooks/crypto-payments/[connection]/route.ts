import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import { ingestCryptoPaymentEventWorkflow } from "../../../../workflows"
import { contextOf } from "../../../../workflows/context"
import { EVENT_RECEIVED } from "../../../../workflows/notify-store/store-events"
import { type Reception, receiveEvent } from "../../../../workflows/receive-event/receive-event"
import { sweepIfOverdue } from "../../../../workflows/sweep/sweep-if-overdue"

/** Verify, store, answer, then work: 200 says that the event is in the database, and nothing else does. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
  const raw = Buffer.isBuffer(req.rawBody) ? req.rawBody : Buffer.alloc(0)
  let reception: Reception
  try {
    reception = await receiveEvent(contextOf(req.scope), req.params.connection as string, raw, req.headers)
  } catch (error) {
    module.log("event_not_stored", { connection_id: req.params.connection, error })
    res.status(503).json({ code: "event_not_stored", message: "The event was not stored. Deliver it again." })
    return
  }
  if (reception.status !== 200) {
    module.log("event_refused", { connection_id: req.params.connection, reason: reception.code })
    res.status(reception.status).json({ code: reception.code, message: reception.message })
    return
  }
  res.status(200).json({ code: reception.code })
  if (reception.dueEventId) await wake(req, reception.dueEventId, module)
  await sweepIfOverdue(req.scope)
}

/**
 * The bus hands the work to an instance that has time; where the bus is down, it is done here. Never throws: the event is
 * stored and answered, and what fails now is the next sweep's.
 */
async function wake(req: MedusaRequest, eventId: string, module: CryptoPaymentsService): Promise<void> {
  const about = { connection_id: req.params.connection, event_id: eventId }
  try {
    const bus: IEventBusModuleService = req.scope.resolve(Modules.EVENT_BUS)
    await bus.emit({ name: EVENT_RECEIVED, data: { id: eventId } })
  } catch (error) {
    module.log("event_worked_on_here", { ...about, error })
    await ingestCryptoPaymentEventWorkflow(req.scope)
      .run({ input: { event_id: eventId } })
      .catch((error: unknown) => module.log("event_failed", { ...about, error }))
  }
}
