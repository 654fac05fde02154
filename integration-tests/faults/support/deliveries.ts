import type { Cluster, Placed } from "../../cluster/support/cluster"
import { forEachOf } from "../../cluster/support/crowd"
import { type Delivered, deliver } from "../../support/events"
import { webhookUrl } from "../../support/plugin-env"
import { until } from "../../support/until"

/** Number of answers by status; 0 stands for no answer. */
export type Told = Map<number, number>

/** Events that are delivered at the same time. */
const AT_ONCE = 8
const TIME_BUDGET_MS = 120_000

/** Delivers the event of an order once. */
export const bring = (shop: Cluster, order: Placed): Promise<Delivered> =>
  deliver(
    { endpointSecret: shop.endpointSecret, webhookUrl: webhookUrl(shop.front().server.url) },
    { id: `evt_${order.paymentId}`, type: "payment.completed", data: { payment: { id: order.paymentId } } },
  )

/**
 * Delivers the event of each order until it is answered 200, and never again, because such an event must not be lost.
 * @param during called before each order's first delivery, with the number of orders before it
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
      TIME_BUDGET_MS,
    )
  })
  return told
}
