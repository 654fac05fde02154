import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { knexOf } from "./module-rows"

export type Capture = { id: string; amount: number }
export type Payment = {
  id: string
  amount: number
  canceled: boolean
  captures: Capture[]
  refunds: Capture[]
}
export type Collection = {
  id: string
  status: string
  amount: number
  capturedAmount: number
  refundedAmount: number
  sessions: { id: string; status: string }[]
  payments: Payment[]
}
/** An order with its payments and its own ledger. */
export type Order = {
  id: string
  status: string
  total: number
  currency: string
  collections: Collection[]
  captures: Capture[]
  summary: { paid: number; refunded: number; pending: number }
  transactions: { id: string; amount: number; reference: string; referenceId: string }[]
}

// biome-ignore lint/suspicious/noExplicitAny: Medusa's graph answers by the fields asked for; the shape below is ours
type Raw = any

const toCapture = ({ id, amount }: Raw): Capture => ({ id, amount: Number(amount) })

const toPayment = (raw: Raw): Payment => ({
  id: raw.id,
  amount: Number(raw.amount),
  canceled: Boolean(raw.canceled_at),
  captures: (raw.captures ?? []).map(toCapture),
  refunds: (raw.refunds ?? []).map(toCapture),
})

const toCollection = (raw: Raw): Collection => ({
  id: raw.id,
  status: raw.status,
  amount: Number(raw.amount),
  capturedAmount: Number(raw.captured_amount ?? 0),
  refundedAmount: Number(raw.refunded_amount ?? 0),
  sessions: (raw.payment_sessions ?? []).map(({ id, status }: Raw) => ({ id, status })),
  payments: (raw.payments ?? []).map(toPayment),
})

const COLLECTION_FIELDS = ["*", "payment_sessions.*", "payments.*", "payments.captures.*", "payments.refunds.*"]

/** Throws if there is no such order. */
export async function orderOf(container: MedusaContainer, id: string): Promise<Order> {
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
  const collections: Collection[] = (raw.payment_collections ?? []).map(toCollection)
  return {
    id: raw.id,
    status: raw.status,
    total: Number(raw.total),
    currency: raw.currency_code,
    collections,
    captures: collections.flatMap(({ payments }) => payments.flatMap(({ captures }) => captures)),
    summary: {
      paid: Number(raw.summary?.paid_total ?? 0),
      refunded: Number(raw.summary?.refunded_total ?? 0),
      pending: Number(raw.summary?.pending_difference ?? 0),
    },
    transactions: (raw.transactions ?? []).map((one: Raw) => ({
      id: one.id,
      amount: Number(one.amount),
      reference: one.reference,
      referenceId: one.reference_id,
    })),
  }
}

/** The ids of the orders placed from a cart: at most one, if there is no bug. */
export const ordersOfCart = async (container: MedusaContainer, cartId: string): Promise<string[]> =>
  knexOf(container)("order_cart").where({ cart_id: cartId }).whereNull("deleted_at").pluck("order_id")
