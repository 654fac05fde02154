import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { knexOf } from "./module-rows"

/** An order with its payments and its own ledger. */
export type Order = Awaited<ReturnType<typeof orderOf>>

// biome-ignore lint/suspicious/noExplicitAny: Medusa's graph answers by the fields asked for; the shape below is ours
type Raw = any

const toCapture = (raw: Raw) => ({ id: String(raw.id), amount: Number(raw.amount) })

const toPayment = (raw: Raw) => ({
  id: String(raw.id),
  amount: Number(raw.amount),
  canceled: Boolean(raw.canceled_at),
  captures: ((raw.captures ?? []) as Raw[]).map(toCapture),
  refunds: ((raw.refunds ?? []) as Raw[]).map(toCapture),
})

const toCollection = (raw: Raw) => ({
  id: String(raw.id),
  status: String(raw.status),
  amount: Number(raw.amount),
  capturedAmount: Number(raw.captured_amount ?? 0),
  refundedAmount: Number(raw.refunded_amount ?? 0),
  sessions: (raw.payment_sessions ?? []).map(({ id, status }: Raw) => ({ id, status })) as Status[],
  payments: ((raw.payments ?? []) as Raw[]).map(toPayment),
})

type Status = { id: string; status: string }

const COLLECTION_FIELDS = ["*", "payment_sessions.*", "payments.*", "payments.captures.*", "payments.refunds.*"]

/** Throws if there is no such order. */
export async function orderOf(container: MedusaContainer, id: string) {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    filters: { id },
    fields: [
      ...["id", "status", "total", "currency_code", "summary.*", "transactions.*"],
      ...COLLECTION_FIELDS.map((field) => `payment_collections.${field}`),
    ],
  })
  const raw: Raw = data[0]
  if (!raw) throw new Error(`there is no order ${id}`)
  const collections = ((raw.payment_collections ?? []) as Raw[]).map(toCollection)
  const oldestFirst = ((raw.transactions ?? []) as Raw[]).sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
  return {
    id: String(raw.id),
    status: String(raw.status),
    total: Number(raw.total),
    currency: String(raw.currency_code),
    collections,
    captures: collections.flatMap(({ payments }) => payments.flatMap(({ captures }) => captures)),
    summary: {
      paid: Number(raw.summary?.paid_total ?? 0),
      refunded: Number(raw.summary?.refunded_total ?? 0),
      pending: Number(raw.summary?.pending_difference ?? 0),
    },
    transactions: oldestFirst.map((one) => ({
      id: String(one.id),
      amount: Number(one.amount),
      reference: String(one.reference),
      referenceId: String(one.reference_id),
    })),
  }
}

/** The ids of the orders placed from a cart: at most one, if there is no bug. */
export const ordersOfCart = async (container: MedusaContainer, cartId: string): Promise<string[]> =>
  knexOf(container)("order_cart").where({ cart_id: cartId }).whereNull("deleted_at").pluck("order_id")
