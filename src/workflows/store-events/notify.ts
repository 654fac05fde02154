import type { IEventBusModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { FiatAmount } from "../../core/money/units"
import type { EventReason } from "../../core/payment/attention-reasons"
import { type LogFacts, ofEvent, ofPayment } from "../../core/text/log-lines"
import { cartOf } from "../../medusa/carts"
import type { PaymentRow, WebhookEventRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { paidAmong, seenAmong } from "../counted-money"
import { payUrlOf } from "../view-payment/view-payment"
import { logged, tellAdmins } from "./bell"
import {
  type AwaitingPaymentEventData,
  type CryptoPaymentEventData,
  type ExpiredEventData,
  PAYMENT_EVENT_NAMES,
  type PayoutDueEventData,
  paymentEventData,
  type SettledEventData,
} from "./store-events"

/** The log line that precedes each event. */
const LOG_CODES = {
  completed: "payment_completed",
  needsAttention: "payment_needs_attention",
  orderCanceled: "unpaid_order_canceled",
} as const

/**
 * Logs what happened to a payment, and emits the event for the store's subscribers. An error of the event bus is only
 * logged, because it must not undo settling.
 */
export async function emitStoreEvent(
  context: Context,
  event: keyof typeof LOG_CODES,
  payment: PaymentRow,
  more: LogFacts = {},
): Promise<void> {
  context.log(LOG_CODES[event], { ...ofPayment(payment), ...more })
  await emit(context, event, paymentEventData(payment))
}

/**
 * Logs that a payment is on its order, and notifies the store.
 * @param outstanding what the order still owes; null if nothing
 */
export async function emitSettled(
  context: Context,
  payment: PaymentRow,
  outstanding: FiatAmount | null,
): Promise<void> {
  context.log("payment_settled", ofPayment(payment))
  const data: SettledEventData = { ...paymentEventData(payment), outstanding }
  await emit(context, "settled", data)
}

/** Logs that an admin asked where to send money back, and gives the store the link to mail. */
export async function emitPayoutDue(
  context: Context,
  payment: PaymentRow,
  link: Pick<PayoutDueEventData, "address_url" | "address_url_ends_at">,
): Promise<void> {
  context.log("payout_address_asked", ofPayment(payment))
  const data: PayoutDueEventData = { ...paymentEventData(payment), ...link }
  await emit(context, "payoutDue", data)
}

/** Logs that a payment needs a person, and notifies the store and its admins. */
export const emitAttention = (context: Context, payment: PaymentRow): Promise<void> =>
  emitStoreEvent(context, "needsAttention", payment, {
    reason: payment.attention_reason,
    detail: payment.attention_detail,
  })

const busOf = (container: MedusaContainer): IEventBusModuleService => container.resolve(Modules.EVENT_BUS)

/**
 * Notifies the store once per payment collection that an order or cart waits for its money, unless it is paid or the
 * money is on its way. It records this afterwards, so that a crash in between notifies twice and not never.
 * @param siblings every payment of the order's or cart's collections
 * @throws the event bus's error; the caller tries again later
 */
export async function emitAwaitingOnce(
  context: Context,
  payment: PaymentRow,
  siblings: readonly PaymentRow[],
): Promise<void> {
  const { container, store, clock } = context
  if (siblings.some(({ awaiting_event_sent_at }) => awaiting_event_sent_at !== null)) return
  if ([...(await paidAmong(context, siblings)), ...(await seenAmong(context, siblings))].length > 0) return
  const data: AwaitingPaymentEventData = { ...paymentEventData(payment), pay_url: await payUrlOf(context, payment) }
  await busOf(container).emit({ name: PAYMENT_EVENT_NAMES.awaitingPayment, data })
  await store.notes.markAwaitingEventSent(payment.id, clock())
}

/** Emits that a quote expired, with the link to its page if that can give a new price. */
export async function emitQuoteExpired(context: Context, payment: PaymentRow, canRenew: boolean): Promise<void> {
  const cartId = payment.cart_id ?? (await cartOf(context.container, payment))
  const data: ExpiredEventData = {
    ...paymentEventData({ ...payment, cart_id: cartId }),
    pay_url: canRenew ? await payUrlOf(context, payment) : null,
  }
  await emit(context, "expired", data)
}

/** Logs and emits that an event of the service needs attention, for example because it names an unknown payment. */
export async function emitEventNeedsPerson(
  context: Context,
  event: WebhookEventRow,
  reason: EventReason,
  more: LogFacts = {},
): Promise<void> {
  context.log("event_needs_attention", { ...more, ...ofEvent(event), reason })
  await emit(context, "needsAttention", {
    id: null,
    event_id: event.id,
    connection_id: event.connection_id,
    payment_collection_id: null,
    session_id: null,
    cart_id: null,
    order_id: null,
    attention_reason: reason,
    attention_at: null,
  })
}

/** Emits an event, and notifies admins if it is about attention. An error of either is only logged. */
async function emit(context: Context, event: keyof typeof PAYMENT_EVENT_NAMES, data: CryptoPaymentEventData) {
  const { id: payment_id, connection_id, event_id, order_id } = data
  const name = PAYMENT_EVENT_NAMES[event]
  const about = { payment_id, connection_id, event_id, order_id, event_name: name }
  await logged(context, about, () => busOf(context.container).emit({ name, data }))
  if (event !== "needsAttention") return
  await context.store.drain.run(() => logged(context, about, () => tellAdmins(context, data)))
}
