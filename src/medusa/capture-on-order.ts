import { AsyncLocalStorage } from "node:async_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import type { ILockingModule, MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentCollectionStatus, PaymentEvents } from "@medusajs/framework/utils"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { majorUnitsOf } from "./amounts"
import { type CollectionFacts, readOrderBooks } from "./books"
import { type RawCapture, rawCaptures } from "./books-query"
import { linkOf, linksOf, orderModule, paymentModule } from "./query"

/** What core's processPaymentWorkflow waits and holds the cart's lock for, in seconds (2.21.2). */
const LOCK_TIMEOUT_S = 30
const LOCK_TTL_S = 120
const LOCK_RETRY_MS = 300

export type OrderCapture = {
  orderId: string
  collection: Pick<CollectionFacts, "id" | "cartId" | "cartOrderId" | "linkedOrderId">
  /** Null if Medusa deleted the session; its payment is still there. */
  sessionId: string | null
  /** Medusa's payment, if it has captured this money before. */
  medusaPaymentId: string | null
  /** The service's id of the payment that the caller has just judged; see `isJudged`. */
  externalId: string
}

type Judged = Pick<OrderCapture, "sessionId" | "externalId">

const judged = new AsyncLocalStorage<Judged>()

/** Whether settling has just decided, from all of Medusa's facts, that the order takes this payment on this session. */
export function isJudged(sessionId: string, externalId: string): boolean {
  const capture = judged.getStore()
  return capture?.sessionId === sessionId && capture.externalId === externalId
}

/**
 * Captures a payment on an order and writes the order's ledger: what core's processPaymentWorkflow does for an order
 * that exists, without capturing a second time what authorizing has captured. Each part is safe to repeat.
 *
 * @returns false if somebody else held the cart, or the session holds another payment: what the caller has read may have
 * changed, and nothing was done for this payment
 */
export async function captureOnOrder(container: MedusaContainer, capture: OrderCapture): Promise<boolean> {
  const { cartId } = capture.collection
  if (cartId === null) return captureAndBook(container, capture)
  const locking: ILockingModule = container.resolve(Modules.LOCKING)
  const waited = await lock(locking, cartId)
  try {
    return !waited && (await captureAndBook(container, capture))
  } finally {
    await locking.release(cartId)
  }
}

/** @returns whether it had to wait */
async function lock(locking: ILockingModule, cartId: string): Promise<boolean> {
  const until = performance.now() + LOCK_TIMEOUT_S * 1000
  for (let waited = false; ; waited = true) {
    try {
      await locking.acquire(cartId, { expire: LOCK_TTL_S })
      return waited
    } catch (error) {
      if (performance.now() >= until) throw error
    }
    await sleep(LOCK_RETRY_MS)
  }
}

async function captureAndBook(container: MedusaContainer, capture: OrderCapture): Promise<boolean> {
  const paymentId = await capturedPayment(container, capture)
  if (paymentId === null) return false
  await book(container, paymentId, capture.orderId)
  await nameOrder(container, capture)
  await container.resolve(Modules.EVENT_BUS).emit({ name: PaymentEvents.CAPTURED, data: { id: paymentId } })
  return true
}

/**
 * Authorizing captures, because our provider answers `captured`.
 * @returns the id of Medusa's payment; null if the session was authorized with another payment of ours
 */
async function capturedPayment(container: MedusaContainer, capture: OrderCapture): Promise<string | null> {
  const { sessionId, medusaPaymentId, externalId } = capture
  const payments = paymentModule(container)
  if (sessionId === null) return medusaPaymentId as string
  const payment = await judged.run(capture, () => payments.authorizePaymentSession(sessionId, {}))
  if (!payment) throw new Error("the payment session was not authorized")
  return payment.data?.payment_id === externalId ? payment.id : null
}

/** Adds the captures that the order's ledger lacks. */
async function book(container: MedusaContainer, paymentId: string, orderId: string): Promise<void> {
  const missing = (await capturesOf(container, paymentId, orderId)).filter(({ booked }) => !booked)
  const entries = missing.map(({ id, raw_amount, currency_code }) => ({
    ...{ order_id: orderId, reference: "capture", reference_id: id },
    ...{ amount: raw_amount as number, currency_code },
  }))
  if (entries.length > 0) await orderModule(container).addOrderTransactions(entries)
}

async function capturesOf(container: MedusaContainer, paymentId: string, orderId: string): Promise<RawCapture[]> {
  const captures = await rawCaptures(container, paymentId, orderId)
  if (captures.length > 0) return captures
  // Authorized by older code that did not capture at once.
  await paymentModule(container).capturePayment({ payment_id: paymentId })
  return rawCaptures(container, paymentId, orderId)
}

/**
 * Completing a cart names the order on the cart and on the payment collection, one after the other. Killed in between,
 * it leaves an order without a payment in Medusa's admin, or a cart that core completes a second time. Runs after booking,
 * which fails if the order was deleted meanwhile.
 */
async function nameOrder(container: MedusaContainer, { orderId, collection }: OrderCapture): Promise<void> {
  const { id, cartId, cartOrderId, linkedOrderId } = collection
  const links = linksOf(container)
  if (linkedOrderId === null) await links.create(linkOf(orderId, id))
  else if (cartId !== null && cartOrderId === null) {
    await links.create({ [Modules.ORDER]: { order_id: orderId }, [Modules.CART]: { cart_id: cartId } })
  }
}

/** Statuses of a collection on which a session can still be opened and paid. */
const OPEN: readonly string[] = [
  PaymentCollectionStatus.NOT_PAID,
  PaymentCollectionStatus.AWAITING,
  PaymentCollectionStatus.PARTIALLY_AUTHORIZED,
]

/**
 * Makes a payment collection for what an order still owes, unless it has an open one: an edit raised the order's total
 * after the quote was shown. Medusa does the same for an edit of a paid order.
 */
export async function leaveRestPayable(container: MedusaContainer, orderId: string): Promise<void> {
  const books = await readOrderBooks(container, orderId)
  if (!books?.owes || books.canceled || books.collections.some(({ status }) => OPEN.includes(status))) return
  await createOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: orderId, amount: majorUnitsOf(books.owes) },
  })
}
