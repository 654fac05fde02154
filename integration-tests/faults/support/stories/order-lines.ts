import type { Http } from "../../../support/http"

/** Quantities of an order's line: ordered, sent, and returned. */
export type Line = { id: string; ordered: number; sent: number; back: number }

// biome-ignore lint/suspicious/noExplicitAny: Medusa's answer has no types here; the type above describes what is read
type Raw = any

export async function linesOf(admin: Http, orderId: string): Promise<Line[]> {
  const { order } = await admin.get(`/admin/orders/${orderId}?fields=items.*,items.detail.*`)
  return order.items.map(({ id, detail, quantity }: Raw) => ({
    id,
    ordered: Number(detail?.quantity ?? quantity),
    sent: Number(detail?.fulfilled_quantity ?? 0),
    back: Number(detail?.return_requested_quantity ?? 0) + Number(detail?.return_received_quantity ?? 0),
  }))
}

/** Deletes an order change if `work` fails, because an open change blocks all others. */
export async function orUndo(admin: Http, path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    await admin.delete(path)
    throw error
  }
}
