import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { reviewOrderOfCryptoPaymentsWorkflow } from "../workflows"
import { contextOf } from "../workflows/context"
import { orderOfOther } from "../workflows/review-order/review-order"

type Changed = { id: string; order_id?: string }

/**
 * Reviews an order whose debt may have changed: hides quotes that it no longer owes, and opens attention items for what
 * was overpaid. Payment events name no order, so Medusa is asked for it.
 */
export default async function onOrderChanged({ event, container }: SubscriberArgs<Changed>): Promise<void> {
  const { id, order_id = id } = event.data
  const changed = event.name.startsWith("payment.") ? await orderOfOther(contextOf(container), id) : order_id
  if (changed !== null) await reviewOrderOfCryptoPaymentsWorkflow(container).run({ input: { order_id: changed } })
}

export const config: SubscriberConfig = {
  event: [
    "order.canceled",
    "order-edit.confirmed",
    "order.return_requested",
    "order.return_received",
    "order.claim_created",
    "order.exchange_created",
    "payment.captured",
    "payment.refunded",
  ],
  context: { subscriberId: "crypto-payment-order-changed" },
}
