import type { Http } from "../../../support/http"
import type { Shop } from "../../../support/medusa"
import { editOrder, type Item, openReturn, orUndo, receive } from "../../../support/order-edits"
import { refusable, type WhyNot } from "./refusable"

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
