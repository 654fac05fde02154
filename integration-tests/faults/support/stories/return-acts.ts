import type { Shop } from "../../../support/medusa"
import { receive, withOneThatWasSent } from "./goods-acts"
import { orUndo } from "./order-lines"
import { refusable, type WhyNot } from "./refusable"

/** Requests a return of one notebook, with a fee or without. The goods stay with the shopper. */
export const requestReturn = (shop: Shop, orderId: string, which: number): Promise<WhyNot> =>
  withOneThatWasSent(shop, orderId, async (item) => {
    const { admin, seed } = shop
    const body = { order_id: orderId, location_id: seed.stockLocation }
    const path = `/admin/returns/${(await admin.post("/admin/returns", body)).return.id}`
    await orUndo(admin, `${path}/request`, async () => {
      await admin.post(`${path}/request-items`, { items: [item] })
      const fee = { shipping_option_id: seed.shippingOption, custom_amount: 5 }
      if (which % 2 === 1) await admin.post(`${path}/shipping-method`, fee)
      await admin.post(`${path}/request`)
    })
  })

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
