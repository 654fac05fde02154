import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PAYOUT_MARK } from "../../../../src/medusa/refunds"
import { knexOf } from "../../../support/module-rows"
import type { ModelShop, Story } from "./story"

export type Entry = { id: string; minor: number }

/** A payment in Medusa, of any provider. */
export type Booked = {
  id: string
  provider: string
  /** The service's id of the payment, which the plugin's provider wrote into it. */
  externalId: string | null
  minor: number
  canceled: boolean
  captures: Entry[]
  refunds: (Entry & { payout: string | null })[]
}

export type Session = {
  id: string
  provider: string
  status: string
  collection: string
  data: Record<string, unknown>
}

export type OrderBooks = {
  id: string
  canceled: boolean
  isDraft: boolean
  /** The amount that is still owed; below zero, the amount that must be sent back. */
  owes: number
  total: number
  paid: number
  refunded: number
  ledger: (Entry & { reference: string; of: string })[]
  credited: boolean
  sent: boolean
}

/** The data of Medusa's payment and order modules for a story. */
export type Books = { order: OrderBooks | null; payments: Booked[]; sessions: Session[] }

// biome-ignore lint/suspicious/noExplicitAny: Medusa's rows have no types here; the types above describe what is read
type Raw = any

const minor = (amount: unknown): number => Math.round(Number(amount) * 100)

export async function readBooks(shop: ModelShop, { collections, orderId }: Story): Promise<Books> {
  const knex = knexOf(shop.container)
  const of = (table: string) => knex(table).whereNull("deleted_at")
  const payments: Raw[] = await of("payment").whereIn("payment_collection_id", collections).orderBy("created_at")
  const ids = payments.map(({ id }) => id)
  const [captures, refunds, sessions, order]: [Raw[], Raw[], Raw[], OrderBooks | null] = await Promise.all([
    of("capture").whereIn("payment_id", ids),
    of("refund").whereIn("payment_id", ids),
    of("payment_session").whereIn("payment_collection_id", collections),
    orderId === null ? null : orderBooks(shop, orderId),
  ])
  const entriesOf = (rows: Raw[], payment: string): Raw[] =>
    rows
      .filter(({ payment_id }) => payment_id === payment)
      .map(({ id, amount, metadata }) => ({ id, minor: minor(amount), payout: metadata?.[PAYOUT_MARK] ?? null }))
  return {
    order,
    payments: payments.map((raw) => ({
      id: raw.id,
      provider: raw.provider_id,
      externalId: raw.data?.payment_id ?? null,
      minor: minor(raw.amount),
      canceled: raw.canceled_at !== null,
      captures: entriesOf(captures, raw.id),
      refunds: entriesOf(refunds, raw.id),
    })),
    sessions: sessions.map(({ id, provider_id, status, payment_collection_id, data }) => {
      return { id, provider: provider_id, status, collection: payment_collection_id, data: data ?? {} }
    }),
  }
}

async function orderBooks({ container }: ModelShop, id: string): Promise<OrderBooks | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    filters: { id },
    fields: [
      ...["id", "status", "is_draft_order", "canceled_at", "summary.*", "transactions.*"],
      ...["credit_lines.id", "fulfillments.id"],
    ],
  })
  const raw: Raw = data[0]
  if (!raw) return null
  return {
    id: raw.id,
    canceled: raw.status === "canceled" || Boolean(raw.canceled_at),
    isDraft: Boolean(raw.is_draft_order),
    owes: minor(raw.summary?.pending_difference ?? 0),
    total: minor(raw.summary?.current_order_total ?? 0),
    paid: minor(raw.summary?.paid_total ?? 0),
    refunded: minor(raw.summary?.refunded_total ?? 0),
    ledger: (raw.transactions ?? []).map((one: Raw) => {
      return { id: one.id, minor: minor(one.amount), reference: one.reference, of: one.reference_id }
    }),
    credited: (raw.credit_lines ?? []).length > 0,
    sent: (raw.fulfillments ?? []).length > 0,
  }
}

/** How many payments Medusa has in the story's collections. */
export const countPayments = async (shop: ModelShop, { collections }: Story): Promise<number> =>
  (await knexOf(shop.container)("payment").whereIn("payment_collection_id", collections)).length
