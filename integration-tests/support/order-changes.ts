import type { IOrderModuleService, MedusaContainer } from "@medusajs/framework/types"
import {
  createCartCreditLinesWorkflow,
  createOrderCreditLinesWorkflow,
  deleteCartCreditLinesWorkflow,
} from "@medusajs/medusa/core-flows"
import type { Http } from "./http"
import type { Shop } from "./medusa"

/** Changes of a placed order, made with the same calls as Medusa's admin. */
export function orderChanges(shop: Shop) {
  const askFor = async (orderId: string, amount: number): Promise<string> =>
    (await shop.admin.post("/admin/payment-collections", { order_id: orderId, amount })).payment_collection.id

  return {
    /** Edits the quantity of the order's first item: 15.50 USD each, plus 10.00 for shipping. */
    editQuantity: (orderId: string, quantity: number): Promise<void> => editQuantity(shop.admin, orderId, quantity),
    /** @param amount in major units */
    credit: async (orderId: string, amount: number): Promise<void> => {
      const line = { amount, reference: "goodwill", reference_id: "a complaint" }
      await createOrderCreditLinesWorkflow(shop.container as MedusaContainer).run({
        input: { id: orderId, credit_lines: [line] } as never,
      })
    },
    /** Credits an order that owes nothing, which Medusa's own workflow refuses. Emits no event. */
    creditSilently: async (orderId: string, amount: number): Promise<void> => {
      const orders: IOrderModuleService = shop.container.resolve("order")
      const { id } = await orders.createOrderChange({ order_id: orderId, change_type: "credit_line" } as never)
      const action = { action: "CREDIT_LINE_ADD", reference: "goodwill", reference_id: "a complaint" }
      await orders.addOrderAction({ ...action, order_change_id: id, order_id: orderId, amount } as never)
      await orders.confirmOrderChange({ id })
    },
    /** Makes one more payment collection of the order, like a payment link. `amount` is in major units. */
    askFor,
    /** Records a cash payment of this amount on its own collection. */
    payByHand: async (orderId: string, amount: number): Promise<void> => {
      const path = `/admin/payment-collections/${await askFor(orderId, amount)}/mark-as-paid`
      await shop.admin.post(path, { order_id: orderId })
    },
    /** Fulfills this quantity of the first item, which can then be returned. */
    fulfill: async (orderId: string, quantity: number): Promise<void> => {
      const items = [{ id: await firstItemOf(shop.admin, orderId), quantity }]
      const body = { items, location_id: shop.seed.stockLocation }
      const { order } = await shop.admin.post(`/admin/orders/${orderId}/fulfillments?fields=fulfillments.id`, body)
      const path = `/admin/orders/${orderId}/fulfillments/${order.fulfillments[0].id}`
      await shop.admin.post(`${path}/shipments`, { items, labels: [] })
      await shop.admin.post(`${path}/mark-as-delivered`)
    },
    /** Requests a return of this quantity of the first item. The goods stay away until `receive`. */
    requestReturn: async (orderId: string, quantity: number) => {
      const item = { id: await firstItemOf(shop.admin, orderId), quantity }
      const path = await openReturn(shop, orderId, item, 0)
      return { receive: () => receive(shop.admin, path, item) }
    },
    /** What Medusa's own API says that the order still owes, in major units. */
    pending: async (orderId: string): Promise<number> =>
      (await shop.admin.get(`/admin/orders/${orderId}`)).order.summary.pending_difference,
  }
}

/** Opens a session on a payment collection of an order, like the page of a payment link. */
export async function openOn(
  shop: Shop,
  collectionId: string,
  provider = "pp_crypto_default",
  data: object = { asset: "BTC" },
): Promise<{ id: string; amount: number; data: { payment_id: string; token: string; address: string | null } }> {
  const path = `/store/payment-collections/${collectionId}/payment-sessions`
  const { payment_collection } = await shop.store.post(path, { provider_id: provider, data })
  return payment_collection.payment_sessions.find((one: { provider_id: string }) => one.provider_id === provider)
}

type InShop = Pick<Shop, "container">

/**
 * Adds a credit line to a cart, like a gift card. Medusa changes the total and not the payment collection.
 * @param amount in major units
 * @returns the credit line's id
 */
export async function creditCart({ container }: InShop, cartId: string, amount: number): Promise<string> {
  const line = { cart_id: cartId, amount, reference: "goodwill", reference_id: "a complaint", metadata: null }
  const { result } = await createCartCreditLinesWorkflow(container).run({ input: [line] as never })
  return (result as { id: string }[])[0]?.id as string
}

export async function removeCredit({ container }: InShop, id: string): Promise<void> {
  await deleteCartCreditLinesWorkflow(container).run({ input: { id: [id] } })
}

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
