import type { IEventBusModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { AttentionReason } from "../../core/payment/attention-reasons"
import { isPaid } from "../../core/payment/payment-life"
import { cartOf } from "../../medusa/carts"
import type { PaymentRow, WebhookEventRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { payUrlOf } from "../view-payment/pay-url-of"
import {
  type AwaitingPaymentEventData,
  type CryptoPaymentEventData,
  type ExpiredEventData,
  PAYMENT_EVENT_NAMES,
  paymentEventData,
} from "./store-events"

type EventName = (typeof PAYMENT_EVENT_NAMES)[keyof typeof PAYMENT_EVENT_NAMES]

/** Emits an event for the store's subscribers. A bus that is down must not undo what is already settled. */
export async function tellStore(context: Context, name: EventName, payment: PaymentRow): Promise<void> {
  await emit(context, name, paymentEventData(payment))
}

/**
 * An order or a cart waits for its money. The link is good for as long as it does, whatever quotes follow.
 * @throws what the bus throws: it is told again then
 */
export async function tellStoreOfWaiting(context: Context, payment: PaymentRow): Promise<void> {
  const { container } = context
  const bus: IEventBusModuleService = container.resolve(Modules.EVENT_BUS)
  const data: AwaitingPaymentEventData = {
    ...paymentEventData(payment),
    pay_url: await payUrlOf(context, payment),
  }
  await bus.emit({ name: PAYMENT_EVENT_NAMES.awaitingPayment, data })
}

/** A quote ran out. Where it was the one to pay by, with the page that gives a new one. */
export async function tellStoreOfExpiry(context: Context, payment: PaymentRow): Promise<void> {
  const { container, store } = context
  const siblings = await store.payments.byCollection(payment.payment_collection_id)
  const over = payment.superseded_at !== null || siblings.some(({ status }) => isPaid(status))
  const cartId = payment.cart_id ?? (await cartOf(container, payment))
  const data: ExpiredEventData = {
    ...paymentEventData({ ...payment, cart_id: cartId }),
    pay_url: over ? null : await payUrlOf(context, payment),
  }
  await emit(context, PAYMENT_EVENT_NAMES.expired, data)
}

/** An event of the service stays undone (it names a payment that nobody here knows, say), and a person must look. */
export async function tellStoreOfEvent(
  context: Context,
  event: WebhookEventRow,
  reason: Extract<AttentionReason, "unknown_payment" | "event_failed">,
): Promise<void> {
  await emit(context, PAYMENT_EVENT_NAMES.needsAttention, {
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

async function emit(context: Context, name: EventName, data: CryptoPaymentEventData): Promise<void> {
  const { container, log } = context
  const bus: IEventBusModuleService = container.resolve(Modules.EVENT_BUS)
  try {
    await bus.emit({ name, data })
  } catch (error) {
    const { id: payment_id, connection_id, event_id, order_id } = data
    log("event_not_emitted", { payment_id, connection_id, event_id, order_id, event_name: name, error })
  }
}
