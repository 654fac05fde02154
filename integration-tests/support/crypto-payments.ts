import type { MedusaContainer } from "@medusajs/framework/types"
import type { ConnectionSettings } from "../../src/core/connection/settings"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../src/modules/crypto-payments"
import type { ConnectionRow, PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
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
export const rowInState = (
  container: MedusaContainer,
  externalId: string,
  status: PaymentRow["status"],
  withinMs?: number,
): Promise<PaymentRow> =>
  until(
    `payment ${externalId} is ${status}`,
    async () => {
      const row = await rowOf(container, externalId)
      return row.status === status && row.leased_until === null && row
    },
    withinMs,
  )

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

/** Minutes after now. */
export const minutesFromNow = (minutes: number): Date => new Date(Date.now() + minutes * 60_000)

/** A clock that is ahead by these minutes, so that a sweep finds work that is due. */
export const clockAhead = (minutes: number) => (): Date => minutesFromNow(minutes)

/** Makes a payment's quote expire a minute ago, at the service and in our row. */
export async function expireQuote(shop: Pick<Shop, "container" | "sandbox">, externalId: string): Promise<void> {
  shop.sandbox.expire(externalId)
  const row = await rowOf(shop.container, externalId)
  const { payments } = cryptoPayments(shop.container)
  await payments.patch(row.id, { quote_expires_at: minutesFromNow(-1), renew_at: minutesFromNow(-3) }, new Date())
}

/** Changes the row of the default connection, and lets its settings be read anew. */
export async function patchConnection({ container }: Pick<Shop, "container">, patch: Partial<ConnectionRow>) {
  const module = cryptoPayments(container)
  await module.connections.patch("default", patch, new Date())
  module.forget("default")
}

/** Runs `happen` before the next call of this method, as if something else happened at that moment. */
export function beforeNext<T extends object>(thing: T, method: keyof T & string, happen: () => Promise<unknown>) {
  const call = (thing[method] as (...given: unknown[]) => unknown).bind(thing)
  const spy = jest.spyOn(thing as never, method as never) as unknown as jest.SpyInstance
  return spy.mockImplementationOnce(async (...given) => {
    await happen()
    return call(...given)
  })
}

/** Works with other settings of the default connection. */
export async function withSettings<T>(
  { container }: Pick<Shop, "container">,
  change: Partial<ConnectionSettings>,
  work: () => Promise<T>,
): Promise<T> {
  const module = cryptoPayments(container)
  const settings = await module.settingsOf("default")
  if (!settings) throw new Error("the connection is not set up")
  const other = jest.spyOn(module, "settingsOf").mockResolvedValue({ ...settings, ...change })
  return work().finally(() => other.mockRestore())
}
