import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { placePaid, rowInState, rowOf } from "./crypto-payments"
import type { Shop } from "./medusa"
import { payoutOf } from "./payout"
import { refusalOf } from "./shopper"
import { until } from "./until"

type Json = Record<string, unknown>

/** Makes paid orders in a shop that places orders at checkout, records payouts of them, and reads Medusa's amounts. */
export function payoutsIn(shop: Shop) {
  let made = 0
  const payout = (amount: string, more: Json = {}): Json => {
    made += 1
    return { ...payoutOf(amount, made.toString(16).padStart(64, "a")), ...more }
  }
  const path = (id: string, act = "payouts") => `/admin/crypto-payments/payments/${id}/${act}`
  const record = (id: string, body: Json) => shop.admin.post(path(id), body)
  /** A payment as the admin API answers it. */
  const paymentOf = async (id: string) => (await shop.admin.get(`/admin/crypto-payments/payments/${id}`)).payment
  const close = (id: string, note = "Agreed with the shopper.") => shop.admin.post(path(id, "close"), { note })
  /** The attention items. */
  const items = async (query = "") => (await shop.admin.get(`/admin/crypto-payments/attention${query}`)).items
  const refusal = async (work: Promise<unknown>): Promise<Json> => {
    const { status, body } = await refusalOf(work)
    return { status, ...body }
  }

  /** An order of 25.50 USD, paid and settled. */
  const settled = () => placePaid(shop)

  /** A paid payment without an order. */
  const stranded = async () => {
    const cart = await shop.store.makeCart()
    const { data } = await shop.store.openSession(cart)
    await shop.store.changeQuantity(cart, 2)
    shop.sandbox.pay(data.payment_id)
    const { id } = await rowInState(shop.container, data.payment_id, "attention")
    return { id, cart, paymentId: data.payment_id }
  }

  const canceled = async () => {
    const order = await settled()
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: order.orderId } })
    await until("the payout is due", async () => {
      return (await rowOf(shop.container, order.paymentId)).attention_reason === "payout_due"
    })
    return order
  }

  const paymentStatus = async (orderId: string): Promise<string> =>
    (await shop.admin.get(`/admin/orders/${orderId}`)).order.payment_status

  /** The refunded amounts in each of Medusa's records, in major units. */
  const books = async (orderId: string) => {
    const { collections, summary, transactions } = await shop.orderOf(orderId)
    const payments = collections.flatMap((one) => one.payments)
    return {
      refunds: payments.flatMap(({ refunds }) => refunds.map(({ amount }) => amount)),
      collection: collections.map(({ refundedAmount }) => refundedAmount),
      transactions: transactions.filter(({ reference }) => reference === "refund").map(({ amount }) => amount),
      summary: { paid: summary.paid, refunded: summary.refunded, pending: summary.pending },
    }
  }

  /** The same after one payout of this amount, of an order of 25.50 USD. */
  const booksWith = (amount: number) => ({
    ...{ refunds: [amount], collection: [amount], transactions: [-amount] },
    summary: { paid: 25.5, refunded: amount, pending: 0 },
  })

  return {
    ...{ payout, path, record, paymentOf, close, items, refusal },
    ...{ settled, stranded, canceled, paymentStatus, books, booksWith },
  }
}
