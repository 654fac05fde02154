import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { minorToMajor } from "../../../../src/core/money/units"
import { CRYPTO_PROVIDER } from "../../../support/constants"
import { rowOf } from "../../../support/crypto-payments"
import { WALLETS } from "../../../support/payout"
import { isSame, majorUnits, minorUnits, whole } from "./minor-units"
import { refusable, type WhyNot } from "./refusable"
import { keepCollection, openOn } from "./shopper-acts"
import type { ModelShop, Story } from "./story"

const NOTHING_OWED = "the order owes nothing"

/** The amount that the order owes, in minor units with the fraction; below zero, the amount that the shop owes. */
export async function owedBy(shop: ModelShop, orderId: string): Promise<number> {
  const { summary, currency } = await shop.orderOf(orderId)
  return minorUnits(summary.pending, currency)
}

/** Credits a part of the order or all of it. */
export async function credit(
  { admin, ...shop }: ModelShop,
  story: Story,
  orderId: string,
  which: number,
): Promise<WhyNot> {
  const owed = await owedBy({ admin, ...shop }, orderId)
  if (owed < 1) return NOTHING_OWED
  const amount = majorUnits(which % 2 === 0 ? Math.min(owed, 500) : owed, story.currency)
  const body = { amount, reference: "goodwill", reference_id: "model" }
  story.unannounced = true
  story.captureMayBeLost ||= story.atOnce
  return refusable(() => admin.post(`/admin/orders/${orderId}/credit-lines`, body))
}

/** Marks the order as paid by hand, all of it or half, with a second payment collection. */
export async function payByHand(shop: ModelShop, story: Story, orderId: string, which: number): Promise<WhyNot> {
  const owed = await owedBy(shop, orderId)
  if (owed < 2) return NOTHING_OWED
  const amount = which % 2 === 0 ? owed : Math.floor(owed / 2)
  return refusable(async () => {
    const id = await collectionOf(shop, story, orderId, amount)
    await shop.admin.post(`/admin/payment-collections/${id}/mark-as-paid`, { order_id: orderId })
  })
}

/** Opens a payment of what the order owes, on the collection that an edit made, or on a new one. */
export async function link(shop: ModelShop, story: Story, orderId: string): Promise<WhyNot> {
  if (!story.connected) return "the connection is gone"
  const owed = await owedBy(shop, orderId)
  if (owed < 1) return NOTHING_OWED
  const { collections } = await shop.orderOf(orderId)
  const isForAll = (amount: number) => isSame(minorUnits(amount, story.currency), owed)
  const open = collections.find(({ status, amount }) => status === "not_paid" && isForAll(amount))
  const id = open?.id ?? (await collectionOf(shop, story, orderId, owed))
  keepCollection(story, id)
  return openOn(shop, story, story.collections.indexOf(id), CRYPTO_PROVIDER)
}

async function collectionOf(shop: ModelShop, story: Story, orderId: string, minor: number): Promise<string> {
  const body = { order_id: orderId, amount: majorUnits(minor, story.currency) }
  const { payment_collection } = await shop.admin.post("/admin/payment-collections", body)
  keepCollection(story, payment_collection.id)
  return payment_collection.id
}

/** Medusa refuses this if the order is already canceled, or was sent. */
export async function cancel(shop: ModelShop, orderId: string): Promise<WhyNot> {
  const run = await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId }, throwOnError: false })
  return run.errors[0] && String(run.errors[0].error)
}

let transactions = 0

/** Records a payout: all that can still be refunded of a payment, half of it, or the order's surplus. */
export async function sendBack(shop: ModelShop, story: Story, id: string, which: number): Promise<WhyNot> {
  const path = await pathOf(shop, id)
  const { payment } = await shop.admin.get(path)
  if (!payment.refundable) return "nothing may be sent back"
  const most = Number(payment.refundable.minor)
  const surplus = story.orderId === null ? 0 : whole(-(await owedBy(shop, story.orderId)))
  const minor = [most, Math.ceil(most / 2), surplus > 0 ? Math.min(most, surplus) : most][which % 3] as number
  transactions += 1
  const body = {
    amount: minorToMajor({ minor, currency: story.currency }),
    ...{
      sent: "0.0001",
      address: WALLETS[payment.asset === "USDC" ? "EVM" : (payment.asset as "BTC" | "DOGE")],
      confirm_amount: true,
      confirm_not_overpaid: true,
    },
    transaction_id: transactions.toString(16).padStart(64, "a"),
  }
  return refusable(() => shop.admin.post(`${path}/payouts`, body))
}

export async function close(shop: ModelShop, id: string): Promise<WhyNot> {
  const path = await pathOf(shop, id)
  return refusable(() => shop.admin.post(`${path}/close`, { note: "Agreed with the shopper by telephone" }))
}

/** Runs the admin's action "Settle onto order". */
export async function settleByHand(shop: ModelShop, id: string): Promise<WhyNot> {
  const path = await pathOf(shop, id)
  return refusable(() => shop.admin.post(`${path}/settle-onto-order`))
}

const pathOf = async (shop: ModelShop, id: string): Promise<string> =>
  `/admin/crypto-payments/payments/${(await rowOf(shop.container, id)).id}`
