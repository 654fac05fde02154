import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentEvents } from "@medusajs/framework/utils"
import { amountOf, exactToMajor, wholeAmount } from "../core/money/units"
import { capturedTotal } from "../core/payment/outstanding"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { amountInMedusa, exactAmountOf } from "./amounts"
import { lockCart } from "./carts"
import type { CollectionFacts } from "./collection-state"
import { duringOwnCall } from "./provider-channel"
import { entryIdOf, linkOf, linksOf, orderModule, paymentModule } from "./query"
import { rawCaptures } from "./raw-reads"

/** How long core's processPaymentWorkflow waits for the cart's lock, in seconds (2.21.2). */
const LOCK_TIMEOUT_S = 30
const LOCK_RETRY_MS = 300

export type OrderCapture = {
  orderId: string
  collection: Pick<CollectionFacts, "id" | "cartId" | "cartOrderId" | "linkedOrderId">
  /** Null if Medusa deleted the session. Its payment still exists. */
  sessionId: string | null
  /** Medusa's payment, if Medusa already captured this money. */
  medusaPaymentId: string | null
  /** The service's id of the payment that settling just decided to capture. */
  externalId: string
}

/**
 * Captures a payment on an order and writes the order's ledger. Does what core's processPaymentWorkflow does for an
 * order that exists, without its second capture; each part is idempotent.
 * @returns false if another process held the cart's lock, or the session has another payment; the caller's facts may be
 * out of date, and nothing was done for this payment
 * @throws the lock's error after 30 seconds
 */
export async function captureOnOrder(container: MedusaContainer, capture: OrderCapture): Promise<boolean> {
  const { cartId } = capture.collection
  if (cartId === null) return captureAndBook(container, capture)
  const { unlock, waited } = await waitForLock(container, cartId)
  try {
    return !waited && (await captureAndBook(container, capture))
  } finally {
    await unlock()
  }
}

async function waitForLock(container: MedusaContainer, cartId: string) {
  const until = performance.now() + LOCK_TIMEOUT_S * 1000
  for (let waited = false; ; waited = true) {
    try {
      return { unlock: await lockCart(container, cartId), waited }
    } catch (error) {
      if (performance.now() >= until) throw error
    }
    await sleep(LOCK_RETRY_MS)
  }
}

async function captureAndBook(container: MedusaContainer, capture: OrderCapture): Promise<boolean> {
  const medusaPaymentId = await authorizeAndCapture(container, capture)
  if (medusaPaymentId === null) return false
  await book(container, medusaPaymentId, capture.orderId)
  // After `book`, which fails if the order was deleted meanwhile.
  await addMissingLinks(container, capture)
  await container.resolve(Modules.EVENT_BUS).emit({ name: PaymentEvents.CAPTURED, data: { id: medusaPaymentId } })
  return true
}

/**
 * Authorizing the session also captures it: Medusa calls our provider here, which answers CAPTURED after `confirmCapture`.
 * @returns the id of Medusa's payment; null if the session was authorized with another payment of ours
 */
async function authorizeAndCapture(container: MedusaContainer, capture: OrderCapture): Promise<string | null> {
  const { sessionId, medusaPaymentId, externalId } = capture
  const payments = paymentModule(container)
  if (sessionId === null) return medusaPaymentId as string
  const payment = await duringOwnCall({ capturing: { sessionId, externalId } }, () =>
    payments.authorizePaymentSession(sessionId, {}),
  )
  if (!payment) throw new Error("the payment session was not authorized")
  return payment.data?.payment_id === externalId ? payment.id : null
}

/** Adds to the order's ledger the captures that it lacks. */
async function book(container: MedusaContainer, medusaPaymentId: string, orderId: string): Promise<void> {
  let captures = await rawCaptures(container, medusaPaymentId, orderId)
  if (captures.length === 0) {
    // The process was killed between Medusa's authorization and its capture.
    await paymentModule(container).capturePayment({ payment_id: medusaPaymentId })
    captures = await rawCaptures(container, medusaPaymentId, orderId)
  }
  const missing = captures.filter(({ booked }) => !booked)
  const entries = missing.map(({ id, raw_amount, currency_code }) => ({
    id: entryIdOf(id),
    order_id: orderId,
    reference: "capture",
    reference_id: id,
    amount: raw_amount as number,
    currency_code,
  }))
  if (entries.length > 0) await orderModule(container).addOrderTransactions(entries)
}

/**
 * Adds the link that a killed process did not write: from the order to the payment collection, or to the cart. Without
 * it Medusa's admin shows no payment for the order, or core completes the cart a second time.
 */
async function addMissingLinks(container: MedusaContainer, { orderId, collection }: OrderCapture): Promise<void> {
  const { id, cartId, cartOrderId, linkedOrderId } = collection
  const links = linksOf(container)
  if (linkedOrderId === null) await links.create(linkOf(orderId, id))
  else if (cartId !== null && cartOrderId === null) {
    await links.create({ [Modules.ORDER]: { order_id: orderId }, [Modules.CART]: { cart_id: cartId } })
  }
}

/**
 * Lowers a collection's amount to the captured amount plus this payment, so that Medusa counts it as completed. With
 * the amount of an edited order it would be partly paid, and the next edit would cancel it.
 */
export async function matchCollection(
  container: MedusaContainer,
  payment: Pick<PaymentRow, "amount_minor" | "currency">,
  { id, amount, medusaAmount, sessions, payments }: CollectionFacts,
): Promise<void> {
  if (!amount) return
  const { currency } = amount
  const own = amountInMedusa(amountOf(payment), [...sessions.map((one) => one.medusaAmount), medusaAmount])
  const all = payments.reduce((total, one) => total + capturedTotal(one), exactAmountOf(own, currency) ?? 0n)
  const lower = wholeAmount((exactAmountOf(medusaAmount, currency) ?? 0n) - all, currency) !== null
  if (!lower) return
  const exact = exactToMajor(all, currency) as unknown as number
  await paymentModule(container).updatePaymentCollections(id, { amount: exact })
}
