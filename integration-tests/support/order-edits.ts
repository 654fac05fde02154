import type { Http } from "./http"
import type { Shop } from "./medusa"

/** A quantity of an order's line. */
export type Item = { id: string; quantity: number }

/** Deletes an order change if `work` fails, because an open change blocks all others. */
export async function orUndo(admin: Http, path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    await admin.delete(path)
    throw error
  }
}

/** Edits a placed order: sends `body` to this path of the edit. */
export async function editOrder(admin: Http, orderId: string, path: string, body: object): Promise<void> {
  const edits = `/admin/order-edits/${orderId}`
  await admin.post("/admin/order-edits", { order_id: orderId })
  await orUndo(admin, edits, async () => {
    await admin.post(`${edits}/${path}`, body)
    await admin.post(`${edits}/confirm`)
  })
}

export const firstItemOf = async (admin: Http, orderId: string): Promise<string> =>
  (await admin.get(`/admin/orders/${orderId}?fields=items.id`)).order.items[0].id

/** Edits the quantity of an order's first item: 15.50 USD each, plus 10.00 for shipping. */
export const editQuantity = async (admin: Http, orderId: string, quantity: number): Promise<void> =>
  editOrder(admin, orderId, `items/item/${await firstItemOf(admin, orderId)}`, { quantity })

/**
 * Requests a return, whose goods stay away until `receive`.
 * @param fee for the way back, in major units
 * @returns the path of the return
 */
export async function openReturn(
  { admin, seed }: Pick<Shop, "admin" | "seed">,
  orderId: string,
  item: Item,
  fee: number,
): Promise<string> {
  const body = { order_id: orderId, location_id: seed.stockLocation }
  const path = `/admin/returns/${(await admin.post("/admin/returns", body)).return.id}`
  await orUndo(admin, `${path}/request`, async () => {
    await admin.post(`${path}/request-items`, { items: [item] })
    const method = { shipping_option_id: seed.shippingOption, custom_amount: fee }
    if (fee > 0) await admin.post(`${path}/shipping-method`, method)
    await admin.post(`${path}/request`)
  })
  return path
}

/** Receives the goods of a requested return. */
export async function receive(admin: Http, path: string, item: Item): Promise<void> {
  await admin.post(`${path}/receive`)
  await orUndo(admin, `${path}/receive`, async () => {
    await admin.post(`${path}/receive-items`, { items: [item] })
    await admin.post(`${path}/receive/confirm`)
  })
}
