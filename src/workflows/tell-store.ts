import type { IEventBusModuleService, Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { errorLine } from "../core/redact"
import type { PAYMENT_EVENT_NAMES } from "../modules/crypto-payments/event-names"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"

type EventName = (typeof PAYMENT_EVENT_NAMES)[keyof typeof PAYMENT_EVENT_NAMES]

/** What the store's own subscribers get: ids to look up, and nothing that a log should not hold. */
export type CryptoPaymentEventData = {
  id: string
  connection_id: string
  payment_collection_id: string
  session_id: string | null
  cart_id: string | null
  order_id: string | null
  attention_reason: string | null
}

/** Emits an event for the store's subscribers. A bus that is down must not undo what is already settled. */
export async function tellStore(container: MedusaContainer, name: EventName, payment: PaymentRow): Promise<void> {
  const bus: IEventBusModuleService = container.resolve(Modules.EVENT_BUS)
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const { id, connection_id, payment_collection_id, session_id, cart_id, order_id, attention_reason } = payment
  const data: CryptoPaymentEventData = {
    id, connection_id, payment_collection_id, session_id, cart_id, order_id, attention_reason,
  }
  try {
    await bus.emit({ name, data })
  } catch (error) {
    logger.error(`crypto payments: payment ${id}: the event ${name} was not emitted: ${errorLine(error)}`)
  }
}
