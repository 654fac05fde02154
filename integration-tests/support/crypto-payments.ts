import type { MedusaContainer } from "@medusajs/framework/types"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../src/modules/crypto-payments"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import type { Shop } from "./medusa"
import type { CartWish, SessionWish } from "./store"
import { until } from "./until"

export const cryptoPayments = (container: MedusaContainer): CryptoPaymentsService =>
  container.resolve(CRYPTO_PAYMENTS_MODULE)

/** Our row of a payment, by the service's id. Throws if there is none. */
export async function rowOf(container: MedusaContainer, externalId: string): Promise<PaymentRow> {
  const row = await cryptoPayments(container).payments.byExternalId("default", externalId)
  if (!row) throw new Error(`there is no row for ${externalId}`)
  return row
}

/** Our row of a payment, by its token. Throws if there is none. */
export async function rowOfToken(container: MedusaContainer, token: string): Promise<PaymentRow> {
  const row = await cryptoPayments(container).payments.byToken(token)
  if (!row) throw new Error("no payment has this token")
  return row
}

/** Resolves with the row when it is in this state and no worker holds it. */
export const rowInState = (container: MedusaContainer, externalId: string, status: PaymentRow["status"]) =>
  until(`payment ${externalId} is ${status}`, async () => {
    const row = await rowOf(container, externalId)
    return row.status === status && row.leased_until === null && row
  })

/**
 * Resolves when the background work after placing an order is done: order and payment have each other's id, and the
 * store is notified. Wait for it before counting statements or changing rows.
 */
export const untilNoted = (container: MedusaContainer, externalId: string): Promise<PaymentRow> =>
  until(`the order of payment ${externalId} is noted`, async () => {
    const row = await rowOf(container, externalId)
    return row.order_id !== null && row.awaiting_event_sent_at !== null && row
  })

/** Places an order that awaits its payment, and waits for `untilNoted`. `row` is our row at that moment. */
export async function placeNoted(shop: Shop, wish?: CartWish, session?: SessionWish) {
  const cart = await shop.store.makeCart(wish)
  const { data, id: sessionId, collection } = await shop.store.openSession(cart, session)
  const { orderId } = await shop.store.placeOrder(cart)
  const row = await untilNoted(shop.container, data.payment_id)
  return { cart, data, sessionId, collection, paymentId: data.payment_id, token: data.token, orderId, id: row.id, row }
}

/** Pays, and waits for the row's end, and for the plugin's review of the order, which follows the row's last change. */
export async function payUntil(
  shop: Pick<Shop, "container" | "sandbox">,
  externalId: string,
  status: "settled" | "attention",
): Promise<PaymentRow> {
  shop.sandbox.pay(externalId)
  const row = await rowInState(shop.container, externalId, status)
  await cryptoPayments(shop.container).drain.idle()
  return row
}

/** A paid, settled and reviewed order. */
export async function placePaid(shop: Shop, wish?: CartWish) {
  const placed = await placeNoted(shop, wish)
  return { ...placed, row: await payUntil(shop, placed.paymentId, "settled") }
}

/** Pays a payment, which our row knows and nobody settles: its event is lost, and its next lookup is due. */
export async function payUnsettled(shop: Pick<Shop, "container" | "sandbox">, externalId: string): Promise<PaymentRow> {
  shop.sandbox.stopDelivering()
  shop.sandbox.pay(externalId)
  const now = new Date()
  const { id } = await rowOf(shop.container, externalId)
  const patch = { completed_at: now, next_check_at: now }
  const row = await cryptoPayments(shop.container).payments.move(id, "service_completed", patch, now)
  if (!row) throw new Error(`${externalId} was paid before`)
  return row
}
