import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { minorToMajor } from "../../../../src/core/money/units"
import { CRYPTO_PROVIDER } from "../../../support/constants"
import { rowOf } from "../../../support/crypto-payments"
import type { Http } from "../../../support/http"
import type { Shop } from "../../../support/medusa"
import { editOrder, type Item, openReturn, orUndo, receive } from "../../../support/order-changes"
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

/** Adds a notebook: to an existing line, or as a new line. */
export const editUp = (shop: Shop, orderId: string, which: number): Promise<WhyNot> =>
  edit(shop, orderId, ([first]) =>
    which % 2 === 1 || !first
      ? { path: "items", body: { items: [{ variant_id: shop.seed.variants.plenty, quantity: 1 }] } }
      : { path: `items/item/${first.id}`, body: { quantity: first.ordered + 1 } },
  )

/** Removes one notebook, or a whole line. */
export const editDown = (shop: Shop, orderId: string, which: number): Promise<WhyNot> =>
  edit(shop, orderId, (lines) => {
    const line = lines.find(({ ordered }) => ordered > 0)
    if (!line) return undefined
    return { path: `items/item/${line.id}`, body: { quantity: which % 3 === 2 ? 0 : line.ordered - 1 } }
  })

async function edit(
  { admin }: Shop,
  orderId: string,
  changeOf: (lines: Line[]) => { path: string; body: object } | undefined,
): Promise<WhyNot> {
  const change = changeOf(await linesOf(admin, orderId))
  if (!change) return "there is nothing to change"
  return refusable(() => editOrder(admin, orderId, change.path, change.body))
}

/** Takes one notebook back. */
export const takeBack = (shop: Shop, orderId: string): Promise<WhyNot> =>
  withOneThatWasSent(shop, orderId, async (item) => receive(shop.admin, await openReturn(shop, orderId, item, 0), item))

/** Requests a return of one notebook, with a fee or without. The goods stay with the shopper. */
export const requestReturn = (shop: Shop, orderId: string, which: number): Promise<WhyNot> =>
  withOneThatWasSent(shop, orderId, (item) => openReturn(shop, orderId, item, which % 2 === 1 ? 5 : 0))

/** Receives the goods of a requested return or exchange. */
export async function receiveReturn({ admin }: Shop, orderId: string, which: number): Promise<WhyNot> {
  const { returns } = await admin.get(`/admin/returns?order_id=${orderId}&status=requested&fields=id,*items`)
  const one = returns[which % Math.max(1, returns.length)]
  if (!one) return "no return is requested"
  const items: { item_id: string; quantity: number }[] = one.items
  return refusable(async () => {
    for (const { item_id: id, quantity } of items) await receive(admin, `/admin/returns/${one.id}`, { id, quantity })
  })
}

/** Exchanges a notebook for one or two others. */
export const exchange = (shop: Shop, orderId: string, which: number): Promise<WhyNot> =>
  withOneThatWasSent(shop, orderId, async (item) => {
    const { admin, seed } = shop
    const { exchange: begun } = await admin.post("/admin/exchanges", { order_id: orderId })
    const path = `/admin/exchanges/${begun.id}`
    await orUndo(admin, `${path}/request`, async () => {
      await admin.post(`${path}/inbound/items`, { items: [item], location_id: seed.stockLocation })
      const more = { variant_id: seed.variants.plenty, quantity: 1 + (which % 2) }
      await admin.post(`${path}/outbound/items`, { items: [more] })
      await admin.post(`${path}/request`)
    })
  })

/** Makes a claim for a damaged notebook, whose price the shopper gets back. */
export const claim = (shop: Shop, orderId: string): Promise<WhyNot> =>
  withOneThatWasSent(shop, orderId, async (item) => {
    const { admin } = shop
    const { claim: begun } = await admin.post("/admin/claims", { order_id: orderId, type: "refund" })
    const path = `/admin/claims/${begun.id}`
    await orUndo(admin, `${path}/request`, async () => {
      await admin.post(`${path}/claim-items`, { items: [{ ...item, reason: "other" }] })
      await admin.post(`${path}/inbound/items`, { items: [item], location_id: shop.seed.stockLocation })
      await admin.post(`${path}/request`)
    })
    const { claim: requested } = await admin.get(path)
    await receive(admin, `/admin/returns/${requested.return_id}`, item)
  })

/** Sends the items first if necessary, because only sent items can be returned. */
async function withOneThatWasSent(
  { admin, seed }: Shop,
  orderId: string,
  work: (item: Item) => Promise<unknown>,
): Promise<WhyNot> {
  const lines = await linesOf(admin, orderId)
  const line = lines.find(({ ordered, back }) => ordered > back)
  if (!line) return "there is nothing that could come back"
  const unsent = lines
    .filter(({ ordered, sent }) => ordered > sent)
    .map(({ id, ordered, sent }) => ({ id, quantity: ordered - sent }))
  return refusable(async () => {
    const path = `/admin/orders/${orderId}/fulfillments`
    if (unsent.length > 0) await admin.post(path, { items: unsent, location_id: seed.stockLocation })
    await work({ id: line.id, quantity: 1 })
  })
}

/** Quantities of an order's line: ordered, sent, and returned. */
type Line = { id: string; ordered: number; sent: number; back: number }

// biome-ignore lint/suspicious/noExplicitAny: Medusa's answer has no types here; the type above describes what is read
type Raw = any

async function linesOf(admin: Http, orderId: string): Promise<Line[]> {
  const { order } = await admin.get(`/admin/orders/${orderId}?fields=items.*,items.detail.*`)
  return order.items.map(({ id, detail, quantity }: Raw) => ({
    id,
    ordered: Number(detail?.quantity ?? quantity),
    sent: Number(detail?.fulfilled_quantity ?? 0),
    back: Number(detail?.return_requested_quantity ?? 0) + Number(detail?.return_received_quantity ?? 0),
  }))
}
