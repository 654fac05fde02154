import type { Http } from "../../../support/http"
import type { Shop } from "../../../support/medusa"
import { linesOf, orUndo } from "./order-lines"
import { refusable, type WhyNot } from "./refusable"

/** Takes one notebook back. */
export const takeBack = (shop: Shop, orderId: string): Promise<WhyNot> =>
  withOneThatWasSent(shop, orderId, async (item) => {
    const { admin } = shop
    const body = { order_id: orderId, location_id: shop.seed.stockLocation }
    const path = `/admin/returns/${(await admin.post("/admin/returns", body)).return.id}`
    await orUndo(admin, `${path}/request`, async () => {
      await admin.post(`${path}/request-items`, { items: [item] })
      await admin.post(`${path}/request`)
    })
    await receive(admin, path, item)
  })

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

type Item = { id: string; quantity: number }

export async function receive(admin: Http, path: string, item: Item): Promise<void> {
  await admin.post(`${path}/receive`)
  await orUndo(admin, `${path}/receive`, async () => {
    await admin.post(`${path}/receive-items`, { items: [item] })
    await admin.post(`${path}/receive/confirm`)
  })
}

/** Sends the items first if necessary, because only sent items can be returned. */
export async function withOneThatWasSent(
  { admin, seed }: Shop,
  orderId: string,
  work: (item: Item) => Promise<void>,
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
