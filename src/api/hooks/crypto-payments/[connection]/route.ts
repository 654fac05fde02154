import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { errorLine } from "../../../../core/redact"
import { EVENT_RECEIVED } from "../../../../modules/crypto-payments/emitted-events"
import { receiveEvent } from "../../../../modules/crypto-payments/receive-event"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import { ingestCryptoPaymentEventWorkflow } from "../../../../workflows"
import { sweepIfOverdue } from "../../../../workflows/sweep-if-overdue"

/** Verify, store, answer, then work: 200 says that the event is in the database, and nothing else does. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const logger: Logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
  const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
  const raw = Buffer.isBuffer(req.rawBody) ? req.rawBody : Buffer.alloc(0)
  try {
    const reception = await receiveEvent(module, req.params.connection as string, raw, req.headers, new Date())
    if (reception.status !== 200) {
      logger.warn(
        `crypto payments: connection ${JSON.stringify(req.params.connection?.slice(0, 64))}: event refused: ${reception.code}`,
      )
      res.status(reception.status).json({ code: reception.code, message: reception.message })
      return
    }
    res.status(200).json({ code: reception.code })
    if (reception.dueEventId) await wake(req, reception.dueEventId, logger)
    await sweepIfOverdue(req.scope)
  } catch (error) {
    logger.error(`crypto payments: event not stored: ${errorLine(error, module.secrets())}`)
    if (!res.headersSent)
      res.status(503).json({ code: "event_not_stored", message: "The event was not stored. Deliver it again." })
  }
}

/** The bus hands the work to an instance that has time; where the bus is down, it is done here. */
async function wake(req: MedusaRequest, eventId: string, logger: Logger): Promise<void> {
  try {
    const bus: IEventBusModuleService = req.scope.resolve(Modules.EVENT_BUS)
    await bus.emit({ name: EVENT_RECEIVED, data: { id: eventId } })
  } catch (error) {
    logger.error(`crypto payments: event ${eventId} is worked on here, the bus refused it: ${errorLine(error)}`)
    await ingestCryptoPaymentEventWorkflow(req.scope).run({ input: { event_id: eventId } })
  }
}
