import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PAYOUT_MARK } from "../../../../src/medusa/refunds"
import { knexOf } from "../../../support/module-rows"
import { minorUnits, whole } from "./minor-units"
import type { ModelShop, Story } from "./story"

/** `minor`: in minor units, with the fraction. */
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
  /** The amount that is still owed by the summary; below zero, the amount that must be sent back. */
  owes: number
  /** The same by Medusa's API, which leaves out the goods on their way back. */
  pending: number
  total: number
  paid: number
  refunded: number
  ledger: (Entry & { reference: string; of: string })[]
  credited: boolean
  /** The codes of the promotions that lower its price. */
  codes: string[]
  sent: boolean
}

/** What the order still owes: the smaller of its ledger and Medusa's `pending_difference`, in whole minor units. */
export const outstandingOf = ({ owes, pending }: OrderBooks): number => whole(Math.min(owes, pending))

/** Captured money above what the order costs, in whole minor units. */
export const surplusOf = ({ order }: Pick<Books, "order">): number =>
  order === null || order.canceled ? 0 : whole(-order.owes)

export const total = (entries: readonly { minor: number }[]): number =>
  entries.reduce((sum, { minor }) => sum + minor, 0)

/** The data of Medusa's payment and order modules for a story. */
export type Books = { order: OrderBooks | null; payments: Booked[]; sessions: Session[] }

// biome-ignore lint/suspicious/noExplicitAny: Medusa's rows have no types here; the types above describe what is read
type Raw = any

export async function readBooks(shop: ModelShop, { collections, orderId, currency }: Story): Promise<Books> {
  const minor = (amount: unknown) => minorUnits(amount, currency)
  const knex = knexOf(shop.container)
  const of = (table: string) => knex(table).whereNull("deleted_at")
  const payments: Raw[] = await of("payment").whereIn("payment_collection_id", collections).orderBy("created_at")
  const ids = payments.map(({ id }) => id)
  const [captures, refunds, sessions, order]: [Raw[], Raw[], Raw[], OrderBooks | null] = await Promise.all([
    of("capture").whereIn("payment_id", ids),
    of("refund").whereIn("payment_id", ids),
    of("payment_session").whereIn("payment_collection_id", collections),
    orderId === null ? null : orderBooks(shop, orderId, currency),
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

async function orderBooks({ container }: ModelShop, id: string, currency: string): Promise<OrderBooks | null> {
  const minor = (amount: unknown) => minorUnits(amount, currency)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    filters: { id },
    fields: [
      ...["id", "status", "is_draft_order", "canceled_at", "summary.*", "transactions.*"],
      ...["credit_lines.id", "fulfillments.id", "items.adjustments.code"],
    ],
  })
  const raw: Raw = data[0]
  if (!raw) return null
  // With the total, Medusa computes the summary anew.
  const { data: computed } = await query.graph({ entity: "order", filters: { id }, fields: ["total", "summary.*"] })
  return {
    id: raw.id,
    canceled: raw.status === "canceled" || Boolean(raw.canceled_at),
    isDraft: Boolean(raw.is_draft_order),
    owes: minor(raw.summary?.pending_difference ?? 0),
    pending: minor((computed as Raw[])[0].summary?.pending_difference ?? 0),
    total: minor(raw.summary?.current_order_total ?? 0),
    paid: minor(raw.summary?.paid_total ?? 0),
    refunded: minor(raw.summary?.refunded_total ?? 0),
    ledger: (raw.transactions ?? []).map((one: Raw) => {
      return { id: one.id, minor: minor(one.amount), reference: one.reference, of: one.reference_id }
    }),
    credited: (raw.credit_lines ?? []).length > 0,
    codes: (raw.items ?? []).flatMap((item: Raw) => (item.adjustments ?? []).map(({ code }: Raw) => code)),
    sent: (raw.fulfillments ?? []).length > 0,
  }
}

/** How many payments Medusa has in the story's collections. */
export const countPayments = async (shop: ModelShop, { collections }: Story): Promise<number> =>
  (await knexOf(shop.container)("payment").whereIn("payment_collection_id", collections)).length
