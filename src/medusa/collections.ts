import type { MedusaContainer } from "@medusajs/framework/types"
import { PaymentCollectionStatus, PaymentSessionStatus } from "@medusajs/framework/utils"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { providerIdOf } from "../core/assets/choices"
import { amountOf, type FiatAmount } from "../core/money/units"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { amountInMedusa, priceOf } from "./amounts"
import { loadOrderBalance, type OrderBalance } from "./balance"
import { type CollectionFacts, DECIDED_FOR, loadCollection } from "./collection-state"
import { graph, linkOf, linksOf, paymentModule } from "./query"
import { deleteSessions } from "./sessions"

/** The metadata key for the payment that a collection was made for, so that it is used again after a crash. */
const MADE_FOR = "crypto_payment_id"

type Collection = {
  id: string
  status: string
  metadata?: Record<string, unknown> | null
  payments?: { id: string; canceled_at: unknown }[]
}

export type CollectionForOrder = { id: string; made: boolean }

/**
 * The collection of an order on which to capture a payment: the payment's own if it belongs to the order and nothing
 * was paid on it, otherwise a new one. So each collection holds one payment's money.
 * @param byPerson a person decided it; a new collection keeps the decision for a retry
 */
export async function collectionFor(
  container: MedusaContainer,
  payment: PaymentRow,
  orderId: string,
  byPerson = false,
): Promise<CollectionForOrder> {
  const fields = ["id", "status", "metadata", "payments.id", "payments.canceled_at"]
  const [order] = await graph<{ payment_collections?: Collection[] }>(
    container,
    "order",
    ["id", ...fields.map((field) => `payment_collections.${field}`)],
    { id: orderId },
  )
  const collections = order?.payment_collections ?? []
  const own = collections.find(({ id }) => id === payment.payment_collection_id)
  if (own && own.status !== "canceled" && !isPaidOn(own)) return { id: own.id, made: false }
  const left = collections.find((one) => one.metadata?.[MADE_FOR] === payment.id && !isPaidOn(one))
  const metadata = { [MADE_FOR]: payment.id, ...(byPerson && { [DECIDED_FOR]: payment.id }) }
  if (left) {
    if (byPerson) await paymentModule(container).updatePaymentCollections(left.id, { metadata })
    return { id: left.id, made: true }
  }
  const amounts = (await loadOrderBalance(container, orderId))?.medusaAmounts ?? []
  const made = await paymentModule(container).createPaymentCollections({
    ...priceOf(amountOf(payment), amounts),
    metadata,
  })
  await linksOf(container).create(linkOf(orderId, made.id))
  return { id: made.id, made: true }
}

const isPaidOn = ({ payments = [] }: Collection): boolean => payments.some(({ canceled_at }) => !canceled_at)

/**
 * Changes a collection's amount. Core opens its sessions for this amount.
 * @param amount in major units, in Medusa's form (see `amountInMedusa`)
 */
export async function setCollectionAmount(
  container: MedusaContainer,
  collectionId: string,
  amount: number,
): Promise<void> {
  await paymentModule(container).updatePaymentCollections(collectionId, { amount })
}

/** Removes the session and the collection that a failed action made. */
export async function undo(
  container: MedusaContainer,
  orderId: string,
  collection: CollectionForOrder,
  sessionId: string | null,
): Promise<void> {
  if (sessionId) await deleteSessions(container, [sessionId])
  if (!collection.made) return
  await linksOf(container).dismiss(linkOf(orderId, collection.id))
  await paymentModule(container).deletePaymentCollections(collection.id)
}

/** Session statuses in which nothing is authorized yet, or the order waits for the money. */
const PAYABLE_SESSION: readonly string[] = [
  PaymentSessionStatus.PENDING,
  PaymentSessionStatus.REQUIRES_MORE,
  PaymentSessionStatus.PENDING_AUTHORIZATION,
]

/**
 * The order's payment collection on which a link asks for all that the order owes: one with an open session of ours,
 * one without sessions, or a new one. Collections with money, or with another provider's session, are not changed.
 */
export async function collectionToAsk(
  container: MedusaContainer,
  { id, collections, medusaAmounts }: OrderBalance,
  connectionId: string,
  outstanding: FiatAmount,
): Promise<CollectionFacts> {
  const unpaid = collections.filter(
    (one) => one.payments.length === 0 && one.status !== PaymentCollectionStatus.CANCELED,
  )
  const read = await Promise.all(unpaid.map((one) => readCollection(container, one.id)))
  const facts = read.filter((one) => one !== undefined)
  const forAll = facts.filter(
    ({ amount }) => amount?.minor === outstanding.minor && amount.currency === outstanding.currency,
  )
  const waits = (one: CollectionFacts) => openSessions(one, connectionId).length > 0
  const found = forAll.find(waits) ?? facts.find(waits) ?? forAll.find(({ sessions }) => sessions.length === 0)
  const asked = amountInMedusa(outstanding, medusaAmounts)
  const collection = found ?? (await newCollection(container, id, asked))
  if (collection.amount?.minor !== outstanding.minor) await setCollectionAmount(container, collection.id, asked)
  return collection
}

const readCollection = async (container: MedusaContainer, id: string): Promise<CollectionFacts | undefined> =>
  (await loadCollection(container, id))?.collection

/** The sessions of this connection on a collection through which a shopper can still pay. */
export const openSessions = ({ sessions }: Pick<CollectionFacts, "sessions">, connectionId: string) =>
  sessions.filter(
    ({ providerId, status }) => providerId === providerIdOf(connectionId) && PAYABLE_SESSION.includes(status),
  )

/** @param amount in major units, in Medusa's form */
async function newCollection(container: MedusaContainer, orderId: string, amount: number): Promise<CollectionFacts> {
  const input = { order_id: orderId, amount }
  const { result } = await createOrderPaymentCollectionWorkflow(container).run({ input })
  const made = await readCollection(container, (result as { id: string }[])[0]?.id as string)
  if (!made) throw new Error(`Medusa keeps no payment collection for order ${orderId}`)
  return made
}

/** Statuses of a collection on which a session can still be opened and paid. */
const PAYABLE_COLLECTION: readonly string[] = [
  PaymentCollectionStatus.NOT_PAID,
  PaymentCollectionStatus.AWAITING,
  PaymentCollectionStatus.PARTIALLY_AUTHORIZED,
]

/**
 * Makes a payment collection for what an order still owes, unless it has an open one. An edit may raise the order's
 * total after the quote was shown; Medusa makes one too if a paid order is edited.
 */
export async function leaveRestPayable(container: MedusaContainer, orderId: string): Promise<void> {
  const balance = await loadOrderBalance(container, orderId)
  const outstanding = balance?.outstanding
  if (!outstanding || balance.canceled || balance.collections.some(({ status }) => PAYABLE_COLLECTION.includes(status)))
    return
  await createOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: orderId, amount: amountInMedusa(outstanding, balance.medusaAmounts) },
  })
}
