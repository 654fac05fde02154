import type { IEventBusModuleService, Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { payUrl } from "../core/pay-url"
import { errorLine } from "../core/redact"
import type { AttentionReason } from "../core/settlement"
import {
  type AwaitingPaymentEventData,
  type CryptoPaymentEventData,
  PAYMENT_EVENT_NAMES,
  paymentEventData,
} from "../modules/crypto-payments/emitted-events"
import type { PaymentRow, WebhookEventRow } from "../modules/crypto-payments/stores/rows"

type EventName = (typeof PAYMENT_EVENT_NAMES)[keyof typeof PAYMENT_EVENT_NAMES]

/** Emits an event for the store's subscribers. A bus that is down must not undo what is already settled. */
export async function tellStore(container: MedusaContainer, name: EventName, payment: PaymentRow): Promise<void> {
  await emit(container, name, paymentEventData(payment))
}

/** An order waits for its money. The link on it is good for as long as the order waits, whatever quotes follow. */
export async function tellStoreOfWaiting(
  container: MedusaContainer,
  payment: PaymentRow,
  backendUrl: string | undefined,
): Promise<void> {
  const data: AwaitingPaymentEventData = { ...paymentEventData(payment), pay_url: payUrl(payment.token, backendUrl) }
  await emit(container, PAYMENT_EVENT_NAMES.awaitingPayment, data)
}

/** An event of the service stays undone (it names a payment that nobody here knows, say), and a person must look. */
export async function tellStoreOfEvent(
  container: MedusaContainer,
  event: WebhookEventRow,
  reason: Extract<AttentionReason, "unknown_payment" | "event_failed">,
): Promise<void> {
  await emit(container, PAYMENT_EVENT_NAMES.needsAttention, {
    id: null,
    event_id: event.id,
    connection_id: event.connection_id,
    payment_collection_id: null,
    session_id: null,
    cart_id: null,
    order_id: null,
    attention_reason: reason,
  })
}

async function emit(container: MedusaContainer, name: EventName, data: CryptoPaymentEventData): Promise<void> {
  const bus: IEventBusModuleService = container.resolve(Modules.EVENT_BUS)
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    await bus.emit({ name, data })
  } catch (error) {
    logger.error(`crypto payments: ${data.id ?? data.event_id}: the event ${name} was not emitted: ${errorLine(error)}`)
  }
}
