import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PAYOUT_MARK } from "../../../../src/medusa/raw-reads"
import { knexOf } from "../../../support/module-rows"
import { minorUnits, whole } from "./minor-units"
import type { ModelShop, Story } from "./story"

/** `minor`: in minor units, with the fraction. */
export type Entry = { id: string; minor: number }

type OrderBooks = NonNullable<Awaited<ReturnType<typeof orderBooks>>>

/** What the order still owes: the smaller of its ledger and Medusa's `pending_difference`, in whole minor units. */
export const outstandingOf = ({ owes, pending }: OrderBooks): number => whole(Math.min(owes, pending))

/** Captured money above what the order costs, in whole minor units. */
export const surplusOf = ({ order }: Pick<Books, "order">): number =>
  order === null || order.canceled ? 0 : whole(-order.owes)

export const total = (entries: readonly { minor: number }[]): number =>
  entries.reduce((sum, { minor }) => sum + minor, 0)

/** The data of Medusa's payment and order modules for a story. */
export type Books = Awaited<ReturnType<typeof readBooks>>

// biome-ignore lint/suspicious/noExplicitAny: Medusa's rows have no types here; the functions below say what is read
type Raw = any

export async function readBooks(shop: ModelShop, { collections, orderId, currency }: Story) {
  const minor = (amount: unknown) => minorUnits(amount, currency)
  const of = (table: string) => knexOf(shop.container)(table).whereNull("deleted_at")
  const payments: Raw[] = await of("payment").whereIn("payment_collection_id", collections).orderBy("created_at")
  const ids = payments.map(({ id }) => id)
  const [captures, refunds, sessions, order] = await Promise.all([
    of("capture").whereIn("payment_id", ids),
    of("refund").whereIn("payment_id", ids),
    of("payment_session").whereIn("payment_collection_id", collections),
    orderId === null ? null : orderBooks(shop, orderId, currency),
  ])
  const entriesOf = (rows: Raw[], payment: string): (Entry & { payout: string | null })[] =>
    rows
      .filter(({ payment_id }) => payment_id === payment)
      .map(({ id, amount, metadata }) => ({ id, minor: minor(amount), payout: metadata?.[PAYOUT_MARK] ?? null }))
  return {
    order,
    /** Of any provider. `externalId` is the service's id, which the plugin's provider wrote into it. */
    payments: payments.map((raw) => ({
      id: raw.id as string,
      provider: raw.provider_id as string,
      externalId: (raw.data?.payment_id ?? null) as string | null,
      minor: minor(raw.amount),
      canceled: raw.canceled_at !== null,
      captures: entriesOf(captures, raw.id),
      refunds: entriesOf(refunds, raw.id),
    })),
    sessions: (sessions as Raw[]).map(({ provider_id, status, data }) => {
      return { provider: String(provider_id), status: String(status), data: (data ?? {}) as Record<string, unknown> }
    }),
  }
}

async function orderBooks({ container }: ModelShop, id: string, currency: string) {
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
    id: raw.id as string,
    canceled: raw.status === "canceled" || Boolean(raw.canceled_at),
    isDraft: Boolean(raw.is_draft_order),
    /** The amount that is still owed by the summary; below zero, the amount that must be sent back. */
    owes: minor(raw.summary?.pending_difference ?? 0),
    /** The same by Medusa's API, which leaves out the goods on their way back. */
    pending: minor((computed as Raw[])[0].summary?.pending_difference ?? 0),
    total: minor(raw.summary?.current_order_total ?? 0),
    paid: minor(raw.summary?.paid_total ?? 0),
    refunded: minor(raw.summary?.refunded_total ?? 0),
    ledger: ((raw.transactions ?? []) as Raw[]).map((one) => {
      return { minor: minor(one.amount), reference: one.reference as string, of: one.reference_id as string }
    }),
    credited: (raw.credit_lines ?? []).length > 0,
    /** The codes of the promotions that lower its price. */
    codes: (raw.items ?? []).flatMap((item: Raw) => (item.adjustments ?? []).map(({ code }: Raw) => code)) as string[],
    sent: (raw.fulfillments ?? []).length > 0,
  }
}

/** How many payments Medusa has in the story's collections. */
export const countPayments = async (shop: ModelShop, { collections }: Story): Promise<number> =>
  (await knexOf(shop.container)("payment").whereIn("payment_collection_id", collections)).length
