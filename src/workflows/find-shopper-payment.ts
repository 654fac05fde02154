import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type ShopperView, shopperView } from "../core/shopper-view"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../modules/crypto-payments/service"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"

export type ShopperPayment = { payment: PaymentRow; view: ShopperView }

/** 16 bytes in base64url, as the store of payments makes them. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** Of a token's form and never one: the last character of 128 bits is one of A, Q, g and w. */
const NO_TOKEN = "_".repeat(22)

/**
 * What the holder of a token may see, from our own row: the service is not asked. That somebody is watching brings the
 * next look at the service forward, within the connection's allowance.
 * @returns undefined for a token that is none
 */
export async function findShopperPayment(
  container: MedusaContainer,
  token: string,
  now: Date,
): Promise<ShopperPayment | undefined> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const payment = await tokenRow(module, token)
  if (!payment) return undefined
  const settings = await module.settingsOf(payment.connection_id)
  if (settings) await module.payments.lookSooner(payment, settings.lookupsPerMinute, now)
  return { payment, view: await viewOf(container, payment, now) }
}

/** The row of a token. One of the wrong form costs the same statement as any other, and finds nothing. */
export const tokenRow = (module: CryptoPaymentsService, token: string): Promise<PaymentRow | undefined> =>
  module.payments.byToken(TOKEN.test(token) ? token : NO_TOKEN)

/** A payment as its shopper sees it, with the number of its order. */
export async function viewOf(container: MedusaContainer, payment: PaymentRow, now: Date): Promise<ShopperView> {
  return shopperView(payment, { orderDisplayId: await displayIdOf(container, payment.order_id) }, now)
}

async function displayIdOf(container: MedusaContainer, orderId: string | null): Promise<number | null> {
  if (orderId === null) return null
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "display_id"], filters: { id: orderId } })
  return (data[0] as { display_id?: number } | undefined)?.display_id ?? null
}
