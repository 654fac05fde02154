import type { IEventBusModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { MissingConnection } from "../../core/connection/health"
import { amountOf, displayBaseUnits, type FiatAmount, minorToMajor } from "../../core/money/units"
import { eventAttention, isOverpaid } from "../../core/payment/attention"
import { ATTENTION_REASONS, type AttentionReason, type EventReason } from "../../core/payment/attention-reasons"
import { type LogFacts, ofEvent, ofPayment } from "../../core/text/log-lines"
import { createAdminNotification, removeAdminNotifications } from "../../medusa/admins"
import { cartOf, ordersById, ordersOfCollections } from "../../medusa/orders"
import { reasonsOf } from "../../modules/crypto-payments/stores/marks"
import type { PaymentRow, WebhookEventRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { paidAmong, seenAmong } from "../counted-money"
import { payUrlOf } from "../view-payment/view-payment"
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
  settled: "payment_settled",
  needsAttention: "payment_needs_attention",
  unpaidOrderCanceled: "unpaid_order_canceled",
  payoutDue: "payout_address_asked",
} as const

/** What the data of an event has besides the payment's ids. */
type MoreData = {
  settled: Pick<SettledEventData, "outstanding">
  payoutDue: Pick<PayoutDueEventData, "address_url" | "address_url_ends_at">
}

type MoreOf<Event> = Event extends keyof MoreData ? [{ data: MoreData[Event] }] : [{ facts: LogFacts }?]

/**
 * Logs what happened to a payment, and emits the event for the store's subscribers. An error of the event bus is only
 * logged, because it must not undo settling.
 */
export async function emitStoreEvent<Event extends keyof typeof LOG_CODES>(
  context: Context,
  event: Event,
  payment: PaymentRow,
  ...[more]: MoreOf<Event>
): Promise<void> {
  const { data, facts }: { data?: MoreData[keyof MoreData]; facts?: LogFacts } = more ?? {}
  context.log(LOG_CODES[event], { ...ofPayment(payment), ...facts })
  await emit(context, event, { ...paymentEventData(payment), ...data })
}

/** Logs that a payment needs a person, and notifies the store and its admins, who keep no notice of a former reason. */
export async function emitAttention(context: Context, payment: PaymentRow): Promise<void> {
  if (reasonsOf(payment).length > 1) await removeNotices(context, { payments: [payment] })
  await emitStoreEvent(context, "needsAttention", payment, {
    facts: { reason: payment.attention_reason, detail: payment.attention_detail },
  })
}

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

/**
 * Notifies admins in the bell of a connection that payments need and medusa-config does not register: once each time it
 * is removed. Its last lookup (`askedAt`) tells the removals apart, because no lookup follows a removal.
 */
export async function tellAdminsOfConnection(
  context: Context,
  { id, count, askedAt }: Pick<MissingConnection, "id" | "count"> & { askedAt: Date | null },
): Promise<void> {
  const event = PAYMENT_EVENT_NAMES.needsAttention
  const key = ["crypto-payment-attention", "connection", id, askedAt?.toISOString()].filter(Boolean).join(":")
  const notice = { key, about: { event, type: "crypto_connection", id }, ...connectionNotice(id, count) }
  await logged(context, { connection_id: id, event_name: event }, () =>
    createAdminNotification(context.container, notice),
  )
}

type Subject = Pick<CryptoPaymentEventData, "id" | "event_id" | "attention_reason">

/**
 * Notifies the admins in Medusa about a payment or an event that needs attention: once for each reason, and again if a
 * closed item opens again. Does nothing if the payment no longer has this reason.
 */
export async function tellAdmins(
  { container, store }: Context,
  { id: payment_id, event_id, attention_reason }: Subject,
): Promise<void> {
  const reason = attention_reason as AttentionReason
  const id = event_id ?? payment_id
  if (id === null) return
  const payment = event_id === null ? await store.payments.byId(id) : undefined
  if (event_id === null && payment?.attention_reason !== reason) return
  const notice = attentionNotice(reason, payment ? await noticed(container, payment) : null)
  const key = ["crypto-payment-attention", id, reason, payment?.attention_at?.toISOString()].filter(Boolean).join(":")
  const type = payment ? "crypto_payment" : "crypto_webhook_event"
  await createAdminNotification(container, {
    key,
    about: { event: PAYMENT_EVENT_NAMES.needsAttention, type, id },
    ...notice,
  })
}

/** Notifies the admins that a shopper entered an address, which only the payment's page shows. */
export async function tellAdminsOfAddress(context: Context, payment: PaymentRow): Promise<void> {
  const { container, clock } = context
  const event = "crypto_payment.payout_address_entered"
  const key = ["crypto-payment-address", payment.id, clock().toISOString()].join(":")
  const about = { event, type: "crypto_payment", id: payment.id }
  await logged(context, { payment_id: payment.id, event_name: event }, async () =>
    createAdminNotification(container, { key, about, ...addressNotice(await noticed(container, payment)) }),
  )
}

/** Removes the notices of payments that have or had an item, and of an event. */
export async function removeNotices(
  context: Context,
  { payments = [], eventId }: { payments?: readonly PaymentRow[]; eventId?: string },
): Promise<void> {
  const marked = payments.flatMap(({ id, attention_reason }) => (attention_reason === null ? [] : [id]))
  const about = { event_id: eventId ?? null, event_name: PAYMENT_EVENT_NAMES.needsAttention }
  await logged(context, about, () =>
    removeAdminNotifications(context.container, eventId === undefined ? marked : [...marked, eventId]),
  )
}

/** How often a process looks for notices that are missing, in milliseconds. Its first sweep does so after a crash. */
const MISSED_EVERY_MS = 3_600_000
/** The newest open items. Older ones have been noticed, or are too many for a bell. */
const MISSED_ITEMS = { limit: 50, offset: 0, oldestFirst: false }

/** Notifies of open payments and events whose notice was never stored, because a process or the database failed. */
export async function tellAdminsOfMissed(context: Context): Promise<void> {
  const { store, clock } = context
  if (!store.isTimeFor("missed notices", MISSED_EVERY_MS, clock())) return
  const open = await store.lists.attention.page({}, MISSED_ITEMS)
  const idsOf = (wanted: string) => open.flatMap(({ type, id }) => (type === wanted ? [id] : []))
  const payments = await store.lists.payments.byIds(idsOf("payment"))
  const events = await store.lists.events.byIds(idsOf("event"))
  const missed: Subject[] = [
    ...payments.map(({ id, attention_reason }) => ({ id, event_id: null, attention_reason })),
    ...events.map((event) => {
      const attention_reason = eventAttention({ ...event, nextAttemptAt: event.next_attempt_at })
      return { id: null, event_id: event.id, attention_reason }
    }),
  ]
  for (const item of missed) {
    const about = { payment_id: item.id, event_id: item.event_id, event_name: PAYMENT_EVENT_NAMES.needsAttention }
    await logged(context, about, () => tellAdmins(context, item))
  }
}

async function noticed(container: MedusaContainer, payment: PaymentRow) {
  const { payment_collection_id: collection, asset, decimals, pay_amount_base: base } = payment
  const orderId = payment.order_id ?? (await ordersOfCollections(container, [collection])).get(collection) ?? null
  const order = orderId === null ? undefined : (await ordersById(container, [orderId])).get(orderId)
  return {
    amount: amountOf(payment),
    pay: { base, decimals, asset },
    overpaid: isOverpaid(payment) ? payment.attention_detail : null,
    orderNumber: order?.display_id ?? null,
    testMode: payment.test_mode,
  }
}

type AttentionNotice = { title: string; description: string }

type NoticedPayment = {
  amount: FiatAmount
  pay: { base: string; decimals: number; asset: string }
  /** How much the order was overpaid, such as "+5.00 USD", if the payment is noticed because of it. */
  overpaid: string | null
  orderNumber: number | null
  testMode: boolean
}

/** Medusa's bell shows no links. */
const WHERE = "See Crypto payments > Attention."

/**
 * The notification in Medusa's admin for a payment, or for an event that names none. It is in English, like Medusa's
 * own, short, and contains nothing about the shopper.
 */
export function attentionNotice(reason: AttentionReason, payment: NoticedPayment | null): AttentionNotice {
  const { title } = ATTENTION_REASONS[reason]
  return payment ? bellEntry(title, payment) : { title, description: WHERE }
}

/** The same of an address that a shopper entered for money to send back. */
const addressNotice = (payment: NoticedPayment): AttentionNotice =>
  bellEntry("The shopper entered where to send money back", payment)

function bellEntry(title: string, { amount, pay, overpaid, orderNumber, testMode }: NoticedPayment): AttentionNotice {
  const part = overpaid === null ? "" : `${overpaid} too much, of `
  const money = `${part}${minorToMajor(amount)} ${amount.currency} (${displayBaseUnits(pay.base, pay.decimals)} ${pay.asset})`
  return {
    title: orderNumber === null ? title : `Order #${orderNumber}: ${title}`,
    description: `${money}${testMode ? ", test mode" : ""}. ${WHERE}`,
  }
}

/** The same of a connection that payments wait for and that medusa-config does not register. */
export const connectionNotice = (id: string, waiting: number): AttentionNotice => ({
  title: `${ATTENTION_REASONS.connection_gone.title}: ${id}`,
  description: `Payments that wait for it: ${waiting}. ${WHERE}`,
})

/** An error of the bell or the event bus is only logged. */
async function logged({ log }: Context, facts: LogFacts, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log("event_not_emitted", { ...facts, error })
  }
}
