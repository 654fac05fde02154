import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { reviewOrderOfCryptoPaymentsWorkflow } from "../workflows"
import { contextOf } from "../workflows/context"
import { orderOfOther } from "../workflows/review-order/review-order"

type Changed = { id: string; order_id?: string }

/**
 * What an order owes may have changed. What it no longer owes is no longer asked for, and what was paid too much is owed
 * back. Another provider's payment changes it too, and names its order only through Medusa.
 */
export default async function onOrderChanged({ event, container }: SubscriberArgs<Changed>): Promise<void> {
  const { id, order_id = id } = event.data
  const changed = event.name.startsWith("payment.") ? await orderOfOther(contextOf(container), id) : order_id
  if (changed !== null) await reviewOrderOfCryptoPaymentsWorkflow(container).run({ input: { order_id: changed } })
}

export const config: SubscriberConfig = {
  event: [
    ...["order.canceled", "order-edit.confirmed", "order.return_received", "order.claim_created"],
    ...["order.exchange_created", "payment.captured", "payment.refunded"],
  ],
  context: { subscriberId: "crypto-payment-order-changed" },
}
