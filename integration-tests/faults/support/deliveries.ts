import type { Cluster, Placed } from "../../cluster/support/cluster"
import { forEachOf } from "../../cluster/support/crowd"
import { type Delivered, deliver } from "../../support/events"
import { webhookUrl } from "../../support/plugin-env"
import { until } from "../../support/until"

/** How often the answers were of each status; 0 where there was none. */
export type Told = Map<number, number>

/** How many events are on their way at once. */
const AT_ONCE = 8
const PATIENCE_MS = 120_000

/** Brings the event of an order once. */
export const bring = (shop: Cluster, order: Placed): Promise<Delivered> =>
  deliver(
    { endpointSecret: shop.endpointSecret, webhookUrl: webhookUrl(shop.front().server.url) },
    { id: `evt_${order.paymentId}`, type: "payment.completed", data: { payment: { id: order.paymentId } } },
  )

/**
 * Brings the event of each order until it is answered 200, and never again: what was answered 200 must not be lost.
 * @param during called before each order's first delivery, with how many orders came before it
 */
export async function bringEach(
  shop: Cluster,
  orders: readonly Placed[],
  during: (brought: number) => void = () => undefined,
): Promise<Told> {
  const told: Told = new Map()
  let begun = 0
  await forEachOf(orders, AT_ONCE, async (order) => {
    during(begun++)
    await until(
      `the event of ${order.paymentId} is stored`,
      async () => {
        const status = await bring(shop, order).then(
          (answer) => answer.status,
          () => 0,
        )
        told.set(status, (told.get(status) ?? 0) + 1)
        return status === 200
      },
      PATIENCE_MS,
    )
  })
  return told
}
