import type { MedusaContainer } from "@medusajs/framework/types"
import { OrderStatus, PaymentCollectionStatus, PaymentSessionStatus } from "@medusajs/framework/utils"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { providerIdOf } from "../core/assets/choices"
import type { FiatAmount } from "../core/money/units"
import { amountInMedusa } from "./amounts"
import { type CollectionFacts, loadCollection, type OrderBalance } from "./balance"
import { setCollectionAmount } from "./collections"
import { graph } from "./query"
import { readRegion } from "./store"

type Found = { region_id?: string | null; status: string; is_draft_order: boolean }

/** Session statuses in which nothing is authorized yet, or the order waits for the money. */
const PAYABLE_SESSION: readonly string[] = [
  PaymentSessionStatus.PENDING,
  PaymentSessionStatus.REQUIRES_MORE,
  PaymentSessionStatus.PENDING_AUTHORIZATION,
]

/** Those of these connections that an order's region enables, all without a region; undefined for an unknown order. */
export async function connectionsOfOrder(
  container: MedusaContainer,
  orderId: string,
  connectionIds: readonly string[],
): Promise<{ isDraft: boolean; connectionIds: string[] } | undefined> {
  const fields = ["id", "region_id", "status", "is_draft_order"]
  const [order] = await graph<Found>(container, "order", fields, { id: orderId })
  if (!order) return undefined
  const enabled = order.region_id ? (await readRegion(container, order.region_id))?.providers : undefined
  return {
    isDraft: order.is_draft_order || order.status === OrderStatus.DRAFT,
    connectionIds: connectionIds.filter((id) => !enabled || enabled.has(providerIdOf(id))),
  }
}

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
