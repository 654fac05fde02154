import type { Shop } from "../../../support/medusa"
import { type Line, linesOf, orUndo } from "./order-lines"
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
  const edits = `/admin/order-edits/${orderId}`
  return refusable(async () => {
    await admin.post("/admin/order-edits", { order_id: orderId })
    await orUndo(admin, edits, async () => {
      await admin.post(`${edits}/${change.path}`, change.body)
      await admin.post(`${edits}/confirm`)
    })
  })
}
