import type { MedusaContainer } from "@medusajs/framework/types"
import type { MissingConnection } from "../../core/connection/health"
import { amountOf, displayBaseUnits, type FiatAmount, minorToMajor } from "../../core/money/units"
import { eventAttention } from "../../core/payment/attention"
import { ATTENTION_REASONS, type AttentionReason } from "../../core/payment/attention-reasons"
import { isOverpaid } from "../../core/payment/overpaid"
import type { LogFacts } from "../../core/text/log-lines"
import { createAdminNotification, removeAdminNotifications } from "../../medusa/admins"
import { ordersById, ordersOfCollections } from "../../medusa/orders"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { type CryptoPaymentEventData, PAYMENT_EVENT_NAMES } from "./store-events"

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
  const event = PAYMENT_EVENT_NAMES.payoutDue
  const key = ["crypto-payment-address", payment.id, clock().toISOString()].join(":")
  const about = { event, type: "crypto_payment", id: payment.id }
  await logged(context, { payment_id: payment.id, event_name: event }, async () =>
    createAdminNotification(container, { key, about, ...addressNotice(await noticed(container, payment)) }),
  )
}

/** Removes the notices of payments, as they were before their items were closed, and of an event. */
export async function withdrawNotices(
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
  const events = await store.events.byIds(idsOf("event"))
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
export async function logged({ log }: Context, facts: LogFacts, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log("event_not_emitted", { ...facts, error })
  }
}
